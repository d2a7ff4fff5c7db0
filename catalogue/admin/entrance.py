"""The way to the desk: through the site's own pages, so that limits on attempts and the second step count here too."""

from collections.abc import Callable
from typing import Any

from allauth.account import views as account_views
from allauth.account.utils import get_next_redirect_url
from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.generic import RedirectView

from catalogue.access import lacks_second_step, may_enter_desk


@never_cache
def sign_in(request: HttpRequest) -> HttpResponse:
    """Send somebody where they sign in, or set up the second step, or wanted to go; 403 to whom the desk is closed."""
    wanted = get_next_redirect_url(request) or reverse("admin:index")
    if request.user.is_anonymous:
        return redirect_to_login(wanted)
    if lacks_second_step(request.user):
        return redirect_to_login(wanted, reverse("mfa_index"))
    if not may_enter_desk(request):
        raise PermissionDenied
    return redirect(wanted)


def view_on_site(request: HttpRequest, content_type_id: str, object_id: str) -> HttpResponse:
    """Lead from a form of the desk to the page of a thing; 403 to whom the form is closed.

    Django's own view leads everybody on the desk to anything that has a page, private lists too.
    """
    types = ContentType.objects.get_for_models(*admin.site._registry)
    model = {str(type_.pk): model for model, type_ in types.items()}.get(content_type_id)
    if model is None or not admin.site.get_model_admin(model).has_view_permission(request):
        raise PermissionDenied
    model_admin = admin.site.get_model_admin(model)
    thing = model_admin.get_object(request, object_id)
    if thing is None:
        raise Http404("There is no such thing.")
    return redirect(thing)


def with_own_addresses(urls: Callable[[], list[Any]]) -> Callable[[], list[Any]]:
    """Return what gives the addresses of the desk, those of Django behind our own."""
    view = admin.site.admin_view(view_on_site)
    own = [path("r/<path:content_type_id>/<path:object_id>/", view, name="view_on_site")]
    return lambda: [*own, *urls()]


admin.site.get_urls = with_own_addresses(admin.site.get_urls)
admin.site.has_permission = may_enter_desk
admin.site.login = sign_in
admin.site.logout = account_views.logout
admin.site.password_change = RedirectView.as_view(pattern_name="account_change_password")
# Its script would fold it; the header's "Go to" needs none.
admin.site.enable_nav_sidebar = False
admin.site.index_title = "What there is to look after"
