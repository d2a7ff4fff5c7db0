"""The way to the desk: through the site's own pages, so that limits on attempts and the second step count here too."""

from allauth.account import views as account_views
from allauth.account.utils import get_next_redirect_url
from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
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


admin.site.has_permission = may_enter_desk
admin.site.login = sign_in
admin.site.logout = account_views.logout
admin.site.password_change = RedirectView.as_view(pattern_name="account_change_password")
