"""Signing up and in: what this site asks of django-allauth beyond its settings."""

import logging
import re
from datetime import timedelta
from smtplib import SMTPException
from typing import Any

from allauth.account import forms as account_forms
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import forms as passkey_forms
from allauth.socialaccount import forms as provider_forms
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.core.validators import MaxLengthValidator, RegexValidator
from django.forms import CharField
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from qrcode.main import QRCode

from catalogue.access import claim
from catalogue.models import User

# ASCII only: user names are public, and letters of other scripts look like these.
USER_NAME_VALIDATORS = [
    RegexValidator(
        r"\A[A-Za-z0-9][A-Za-z0-9._-]{2,39}\Z",
        "3 to 40 letters, digits, dots, hyphens or underscores, beginning with a letter or a digit.",
    )
]
SIGN_UP_WAITS = timedelta(days=1)

log = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Who may take which name, how one comes in, and what happens then."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": "The address or the password is not right.",
        "username_password_mismatch": "The user name or the password is not right.",
        "incorrect_code": "That is not the code.",
        "incorrect_password": "That is not your password.",
        "enter_current_password": "That is not your password.",
        "too_many_login_attempts": "Too many attempts. Wait five minutes and try again.",
        "rate_limited": "Too many at once. Wait half a minute and try again.",
        "username_blacklisted": "This name cannot be used. Choose another one.",
        "username_taken": "This name is taken. Choose another one.",
        "same_as_current": "This is your address already.",
        "duplicate_email": "This is your address already.",
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        username = super().clean_username(username, shallow)
        if not shallow and cache.get(_held(username)):
            raise self.validation_error("username_taken")
        return username

    def get_login_stages(self) -> list[str]:
        stages: list[str] = super().get_login_stages()
        ours = f"{VerifyWhoSignedUp.__module__}.{VerifyWhoSignedUp.__name__}"
        return [ours if stage.endswith(EmailVerificationStage.__name__) else stage for stage in stages]

    def post_login(self, request: HttpRequest, user: User, **about: Any) -> HttpResponse:
        claim(request, user)
        return super().post_login(request, user, **about)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        return reverse("account")


class ProviderAdapter(DefaultSocialAccountAdapter):
    """What is taken from another site with which somebody signs up."""

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> User:
        """Take no real name: others see that one of an account that has it, and nobody was asked."""
        user = super().populate_user(request, sociallogin, data)
        user.first_name = user.last_name = ""
        return user


class VerifyWhoSignedUp(EmailVerificationStage):
    """Ask for the code that was sent by mail, but of nobody whose account an operator made.

    Such an account has no address that somebody typed on the page to sign up; staff are the operator's own.
    """

    def handle(self) -> tuple[HttpResponse | None, bool]:
        user = self.login.user
        if user and (user.is_staff or not EmailAddress.objects.filter(user=user).exists()):
            return None, True
        return super().handle()


class MFAAdapter(DefaultMFAAdapter):
    """The second step, as pages without inline styles and images show it."""

    error_messages = DefaultMFAAdapter.error_messages | {"incorrect_code": "That did not match. Try again."}

    def build_totp_svg(self, url: str) -> SafeString:
        """Return the QR code of `url` as an element of the page, one path of unit squares."""
        code = QRCode()
        code.add_data(url)
        rows = code.get_matrix()
        squares = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
        return format_html(
            '<svg class="qr" viewBox="0 0 {0} {0}" role="img" aria-label="QR code of the key"><path d="{1}"/></svg>',
            len(rows),
            squares,
        )

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return f"Passkey {number}" if number > 1 else "Passkey"


# --- Forms --------------------------------------------------------------------------------------
class LoginForm(account_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"] = CharField(label="User name or e-mail address", max_length=254)
        login.widget.attrs |= {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}

    def user_credentials(self) -> dict[str, str]:
        """Look an address up once: a password hashed twice for a known one would tell, by the time it takes.

        What is given as a user name is looked for among the addresses too.
        """
        return {"username": self.cleaned_data["login"], "password": self.cleaned_data["password"]}


class AddressForm(account_forms.AddEmailForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = "New e-mail address"


class SigningUp:
    """What both forms to sign up have in common.

    Whether an address has an account must not show. A sign-up with such an address therefore keeps the user name that
    was chosen, as a true one would: for as long as a sign-up waits to be verified. It takes as long, too.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, address = self.fields["username"], self.fields["email"]
        name.label, name.help_text = (
            "User name",
            "Everybody can see it. 3 to 40 letters, digits, dots, hyphens, underscores.",
        )
        address.label, address.help_text = "E-mail address", "Nobody sees it. A code is sent there to verify it."
        name.widget.attrs |= {"maxlength": "40", "autocapitalize": "none", "spellcheck": "false"}

    def clean_username(self) -> str:
        drop_unverified()
        return super().clean_username()

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        if self.account_already_exists:
            cache.set(_held(self.cleaned_data["username"]), True, SIGN_UP_WAITS.total_seconds())
            make_password(self.cleaned_data.get("password1"))
        return super().try_save(request)


class SignupForm(SigningUp, account_forms.SignupForm):
    pass


class ProviderSignupForm(SigningUp, provider_forms.SignupForm):
    pass


class ReadsKey:
    """A credential that is none is the sender's mistake, whatever the library that reads it trips over."""

    def full_clean(self) -> None:
        try:
            super().full_clean()
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            self.add_error("credential", MFAAdapter().validation_error("incorrect_code"))


class PasskeyLoginForm(ReadsKey, passkey_forms.LoginWebAuthnForm):
    pass


class PasskeySecondStepForm(ReadsKey, passkey_forms.AuthenticateWebAuthnForm):
    pass


class PasskeyProofForm(ReadsKey, passkey_forms.ReauthenticateWebAuthnForm):
    pass


class AddPasskeyForm(ReadsKey, passkey_forms.AddWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = "Name of the key"
        self.fields["name"].help_text = "To tell your keys apart."
        self.fields["name"].validators.append(MaxLengthValidator(100))
        alone = self.fields["passwordless"]
        alone.label, alone.initial = "Sign in with this key alone", True
        alone.help_text = (
            "It then asks for your fingerprint, face or PIN. Otherwise it is the second step after a password."
        )


def drop_unverified() -> None:
    """Delete the accounts that somebody signed up for more than a day ago and never verified."""
    waiting = EmailAddress.objects.filter(
        primary=True,
        verified=False,
        user__last_login=None,
        user__is_staff=False,
        user__date_joined__lt=timezone.now() - SIGN_UP_WAITS,
    )
    User.objects.filter(pk__in=waiting.values("user")).delete()


def close_account(request: HttpRequest, user: User) -> None:
    """Close an account (`User.close`), and tell by mail its owner, and those who have its lists now.

    LastSuperuser, and nothing is done, if it is that. Mail that cannot be sent is noted in the log: what is closed is.
    """
    address, username = user.email, user.username
    handed_on: dict[str, list[tuple[str, str]]] = {}
    for each in user.close():
        said = (title_in_mail(each.title), request.build_absolute_uri(each.get_absolute_url()))
        handed_on.setdefault(each.owner.user.email, []).append(said)
    mails = [("account_closed", address, {"username": username})]
    mails += [("lists_handed_on", heir, {"username": username, "lists": lists}) for heir, lists in handed_on.items()]
    for template, to, about in mails:
        try:
            if to:
                AccountAdapter(request).send_mail(f"account/email/{template}", to, about)
        except (OSError, SMTPException) as error:
            log.error("Mail could not be sent when an account was closed: %s", error)


def title_in_mail(title: str) -> str:
    """Return what somebody called a list, without addresses of other sites: a mail of ours is no place for them."""
    return re.sub(r"\S*(?:://|www\.|\w\.\w)\S*", "…", title)


def _held(username: str) -> str:
    return f"sign-up:{username.lower()}"
