"""Accounts in a real browser: every page on wide and narrow screens, in light and dark; passkeys; without scripts."""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from django.core import mail
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from catalogue.models import User
from tests.accounts.conftest import PASSWORD, an_account, an_app, code_in_mail, shown_by_app
from tests.browser.conftest import Looks, fits

SIGNED_OUT = [
    "/accounts/login/?next=/tags/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/1-x/",
    "/accounts/password/reset/key/done/",
    "/accounts/inactive/",
    "/accounts/3rdparty/login/cancelled/",
    "/account/",
    "/account/close/",
]
SIGNED_IN = [
    "/account/",
    "/account/close/",
    "/accounts/logout/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/reauthenticate/",
    "/accounts/reauthenticate/code/",
    "/accounts/2fa/",
    "/accounts/2fa/totp/activate/",
    "/accounts/2fa/webauthn/",
    "/accounts/2fa/webauthn/add/",
    "/accounts/3rdparty/",
]
WITH_APP = [
    "/accounts/2fa/",
    "/accounts/2fa/totp/deactivate/",
    "/accounts/2fa/recovery-codes/",
    "/accounts/2fa/recovery-codes/generate/",
    "/accounts/2fa/reauthenticate/",
]


@pytest.fixture(autouse=True)
def ann(browser: Browser, transactional_db: None) -> User:
    return an_account("ann")


@pytest.fixture
def key(context: BrowserContext, page: Page) -> Iterator[None]:
    """A key that Chromium makes up: it knows its owner and remembers passkeys."""
    devtools = context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
    }
    made = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    yield
    devtools.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": made["authenticatorId"]})


def arrive(page: Page, path: str) -> None:
    page.wait_for_url(lambda url: urlsplit(url).path == path)


def sign_in(page: Page, address: str = "/accounts/login/") -> None:
    page.goto(address)
    page.get_by_label("User name or e-mail address").fill("ann")
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()


def prove(page: Page) -> None:
    page.goto("/accounts/reauthenticate/?next=/account/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    arrive(page, "/account/")


def look_at(page: Page, looks: Looks, address: str) -> None:
    """Fail for what axe or the policy forbids and for scrolling sideways, wide and narrow, in light and dark."""
    assert [complaint for complaint in looks.complaints if complaint.startswith("policy")] == []
    name = address.strip("/").partition("?")[0].replace("/", "-")
    for width, scheme in ((1280, "light"), (390, "dark"), (320, "light")):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert fits(page), f"{address} at {width} px"
        if width != 320:
            looks.accessible(page, f"{name}-{width}")


@pytest.mark.parametrize("address", SIGNED_OUT)
def test_pages_for_whoever_is_not_signed_in_are_accessible(page: Page, looks: Looks, address: str) -> None:
    page.goto(address)

    assert page.locator("h1").count() == 1
    look_at(page, looks, address)


def test_pages_of_an_account_are_accessible(page: Page, looks: Looks) -> None:
    sign_in(page, "/accounts/login/?next=/account/")
    arrive(page, "/account/")
    prove(page)
    for address in SIGNED_IN:
        page.goto(address)
        assert page.url.endswith(address), page.url
        assert page.locator("h1").count() == 1, address
        look_at(page, looks, address)


def test_pages_of_the_second_step_are_accessible(page: Page, looks: Looks, ann: User) -> None:
    secret = an_app(ann)
    sign_in(page, "/accounts/login/?next=/account/")
    look_at(page, looks, "/accounts/2fa/authenticate/")
    page.get_by_label("Code").fill(shown_by_app(secret))
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    arrive(page, "/account/")
    prove(page)
    for address in WITH_APP:
        page.goto(address)
        assert page.url.endswith(address), page.url
        look_at(page, looks, address)


def test_what_is_wrong_is_tied_to_its_field(page: Page, looks: Looks, complaints: list[str]) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("User name").fill("ann")
    page.get_by_label("E-mail address").fill("b@example.org")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Sign up").click()

    name = page.get_by_label("User name")
    described = name.get_attribute("aria-describedby").split()
    assert name.get_attribute("aria-invalid") == "true"
    assert "This name is taken." in " ".join(page.locator(f"#{each}").inner_text() for each in described)
    look_at(page, looks, "/accounts/signup/wrong")
    page.goto("/accounts/login/")
    page.get_by_label("User name or e-mail address").fill("ann")
    page.get_by_label("Password").fill("wrong")
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
    assert "is not right." in page.get_by_role("alert").first.inner_text()
    look_at(page, looks, "/accounts/login/wrong")


def without_scripts(browser: Browser, live_server: LiveServer) -> BrowserContext:
    return browser.new_context(base_url=live_server.url, java_script_enabled=False)


def with_scripts(browser: Browser, live_server: LiveServer) -> BrowserContext:
    return browser.new_context(base_url=live_server.url)


@pytest.mark.parametrize("new_context", [with_scripts, without_scripts])
def test_one_signs_up_out_and_in_again(
    browser: Browser, live_server: LiveServer, new_context: Callable[[Browser, LiveServer], BrowserContext]
) -> None:
    with new_context(browser, live_server) as context:
        page = context.new_page()
        page.goto("/tags/")
        page.get_by_role("link", name="Sign in").click()
        page.get_by_role("link", name="Sign up").click()
        page.get_by_label("User name").fill("bob")
        page.get_by_label("E-mail address").fill("bob@example.org")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign up").click()
        page.get_by_label("Code").fill(code_in_mail())
        page.get_by_role("button", name="Verify the address").click()
        arrive(page, "/tags/")
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_text("You are signed out.")).to_be_visible()
        page.get_by_role("link", name="Sign in").click()
        page.get_by_label("User name or e-mail address").fill("bob@example.org")
        page.get_by_label("Password").fill(PASSWORD)
        page.locator("main").get_by_role("button", name="Sign in", exact=True).click()
        page.get_by_role("link", name="Your account: bob").click()
        assert page.locator("h1").inner_text() == "bob"
    assert len(mail.outbox) == 1


def test_a_passkey_is_added_and_signs_in_alone(page: Page, looks: Looks, ann: User, key: None) -> None:
    sign_in(page, "/accounts/login/?next=/account/")
    arrive(page, "/account/")
    prove(page)
    page.goto("/accounts/2fa/webauthn/add/")
    page.get_by_label("Name of the key").fill("My laptop")
    page.get_by_role("button", name="Add the key").click()
    arrive(page, "/accounts/2fa/recovery-codes/")
    page.goto("/accounts/2fa/webauthn/")
    assert "Passkey: signs you in alone." in page.locator("main").inner_text()
    look_at(page, looks, "/accounts/2fa/webauthn/one")
    for name in ("Rename My laptop", "Remove My laptop"):
        page.get_by_role("link", name=name).click()
        look_at(page, looks, f"/accounts/2fa/webauthn/{name.split()[0].lower()}")
        page.get_by_role("link", name="Back").click()
    page.goto("/accounts/2fa/reauthenticate/")
    page.goto("/accounts/2fa/webauthn/reauthenticate/?next=/account/")
    look_at(page, looks, "/accounts/2fa/webauthn/reauthenticate/")
    page.get_by_role("button", name="Use a key").click()
    arrive(page, "/account/")
    page.get_by_role("button", name="Sign out").click()

    page.goto("/accounts/login/?next=/tags/")
    page.get_by_role("button", name="Sign in with a passkey").click()

    arrive(page, "/tags/")
    expect(page.get_by_role("link", name="Your account: ann")).to_be_visible()
    assert ann.authenticator_set.get(type="webauthn").last_used_at is not None


def test_a_key_is_the_second_step_after_the_password(page: Page, ann: User, key: None) -> None:
    sign_in(page, "/accounts/login/?next=/account/")
    arrive(page, "/account/")
    prove(page)
    page.goto("/accounts/2fa/webauthn/add/")
    page.get_by_label("Sign in with this key alone").uncheck()
    page.get_by_role("button", name="Add the key").click()
    arrive(page, "/accounts/2fa/recovery-codes/")
    page.get_by_role("button", name="Sign out").click()

    sign_in(page, "/accounts/login/?next=/tags/")
    page.get_by_role("button", name="Use a key").click()

    arrive(page, "/tags/")
    expect(page.get_by_role("link", name="Your account: ann")).to_be_visible()


def test_where_no_key_answers_the_page_says_what_to_do(
    context: BrowserContext, page: Page, key: None, looks: Looks
) -> None:
    page.goto("/accounts/login/")

    page.get_by_role("button", name="Sign in with a passkey").click()

    page.get_by_text("No key was used. Try again, or take another way.").wait_for()
    look_at(page, looks, "/accounts/login/no-key")
