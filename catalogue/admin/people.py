"""Authors, and people with an account."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from catalogue.accounts import close_account
from catalogue.admin.desk import DeskAdmin
from catalogue.admin.forms import PersonForm, UserForm
from catalogue.admin.rows import Rows
from catalogue.models import Person, ReadingList, User, name_key
from catalogue.models.user import LastSuperuser
from catalogue.search import index_papers

INDEXED_AT_ONCE = 500


@admin.register(Person)
class PersonAdmin(DeskAdmin):
    form = PersonForm
    list_display = ("name", "papers")
    search_fields = ("name_key",)
    show_full_result_count = False
    readonly_fields = ("slug",)
    fields = ("name", "slug")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Person]:
        return super().get_queryset(request).with_paper_counts()

    def found(self, queryset: QuerySet[Person], words: list[str]) -> QuerySet[Person]:
        for word in words:
            queryset = queryset.filter(name_key__contains=name_key(word))
        return queryset

    @admin.display(description="papers", ordering="paper_count")
    def papers(self, person: Person) -> int:
        return person.paper_count

    def save_model(self, request: HttpRequest, obj: Person, form: Any, change: bool) -> None:
        obj.name_key = name_key(obj.name)
        super().save_model(request, obj, form, change)
        papers = list(obj.authorships.values_list("paper", flat=True))
        for first in range(0, len(papers), INDEXED_AT_ONCE):
            index_papers(papers[first : first + INDEXED_AT_ONCE])

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People come with the papers they wrote."""
        return False


class ForSuperusers:
    """What gives rights is for those who have them all."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def _may(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.is_superuser

    has_view_permission = has_change_permission = has_delete_permission = _may

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser


admin.site.unregister(Group)


@admin.register(Group)
class GroupAdmin(ForSuperusers, DeskAdmin, DjangoGroupAdmin):
    """Groups: a group gives rights, so whoever may change one could give himself any."""

    filter_horizontal = ()


# What somebody signs in with is theirs: the desk shows addresses, and takes a lost second step away.
admin.site.unregister([Authenticator, EmailAddress, SocialAccount, SocialApp, SocialToken])


class AddressInline(Rows):
    model = EmailAddress
    extra = 0


@admin.register(User)
class UserAdmin(ForSuperusers, DeskAdmin, DjangoUserAdmin):
    """Accounts, as Django manages them: staff with the group "Curators" or "Editors" may curate."""

    form = UserForm
    inlines = (AddressInline,)
    filter_horizontal = ()
    # Signing in changes the one, nothing the other.
    readonly_fields = ("last_login", "date_joined")
    actions = ("remove_second_steps", "close_accounts")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Closing does more than deleting: lists with co-editors pass on to them."""
        return False

    @admin.action(description="Remove two-step sign-in and passkeys", permissions=["change"])
    def remove_second_steps(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """For somebody who has lost app, keys and recovery codes: a password alone lets them in again."""
        Authenticator.objects.filter(user__in=queryset).delete()
        self.message_user(request, "Two-step sign-in and passkeys are removed.")

    @admin.action(description="Close the accounts", permissions=["change"])
    def close_accounts(self, request: HttpRequest, queryset: QuerySet[User]) -> HttpResponse | None:
        """Ask, then close them as their owners do. One's own and that of the last superuser stay."""
        users = queryset.exclude(pk=request.user.pk)
        if "sure" not in request.POST:
            lists = ReadingList.objects.filter(owner__user__in=users)
            shared = lists.filter(memberships__role="editor").distinct().count()
            context = {"title": "Close accounts", "opts": self.opts, "users": users, "lists": lists, "shared": shared}
            context |= self.admin_site.each_context(request)
            return render(request, "admin/catalogue/user/close.html", context)
        closed = 0
        for user in users:
            try:
                close_account(request, user)
                self.log_deletions(request, [user])
                closed += 1
            except LastSuperuser:
                self.message_user(request, f"{user} is the last superuser and stays.", messages.ERROR)
        self.message_user(request, f"Accounts closed: {closed}.")
        return None
