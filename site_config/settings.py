"""The one settings file. Every choice of an operator is an environment variable, listed in README.md.

A bad value stops the start with its name. Variables may also stand in a file `.env` beside manage.py.
"""

from pathlib import Path

import environs
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from site_config.local_key import local_secret_key
from site_config.mail import mail_settings

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
VAR_DIR.mkdir(exist_ok=True)

env = environs.Env()
env.read_env(BASE_DIR / ".env", recurse=False)

# --- Who may reach the site ---------------------------------------------------------------------
LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}
ALLOWED_HOSTS = [host.strip() for host in env.list("ALLOWED_HOSTS", sorted(LOOPBACK)) if host.strip()]
SERVES_THIS_MACHINE_ONLY = set(ALLOWED_HOSTS) <= LOOPBACK
DEBUG = env.bool("DEBUG", False)
if DEBUG and not SERVES_THIS_MACHINE_ONLY:
    raise ImproperlyConfigured("DEBUG is for this machine only: unset DEBUG or ALLOWED_HOSTS.")

SECRET_KEY = env.str("SECRET_KEY", "")
if not SECRET_KEY:
    if not SERVES_THIS_MACHINE_ONLY:
        raise ImproperlyConfigured("ALLOWED_HOSTS names a host beyond this machine: set SECRET_KEY as well.")
    SECRET_KEY = local_secret_key(VAR_DIR / "secret_key")

# HTTPS=off is for a site behind a proxy inside a trusted network that really speaks plain HTTP.
HTTPS = env.bool("HTTPS", not SERVES_THIS_MACHINE_ONLY)
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
if env.bool("BEHIND_PROXY", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1  # the last address of X-Forwarded-For is the visitor's
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"

# --- Signing in elsewhere -----------------------------------------------------------------------
# Offered where the site was registered with the provider. A form may then lead to it: browsers ask the policy.
PROVIDERS = {"orcid": "https://orcid.org", "github": "https://github.com"}
SOCIALACCOUNT_PROVIDERS = {}
for name in PROVIDERS:
    client, secret = env.str(f"{name.upper()}_CLIENT_ID", ""), env.str(f"{name.upper()}_SECRET", "")
    if bool(client) != bool(secret):
        raise ImproperlyConfigured(f"{name.upper()}_CLIENT_ID and {name.upper()}_SECRET go together: set both or none.")
    if client:
        SOCIALACCOUNT_PROVIDERS[name] = {"APPS": [{"client_id": client, "secret": secret}], "OAUTH_PKCE_ENABLED": True}

# No page needs inline script or style, nor anything from elsewhere.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF, *(PROVIDERS[name] for name in SOCIALACCOUNT_PROVIDERS)],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- What the site is made of -------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_filters",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    *(f"allauth.socialaccount.providers.{name}" for name in SOCIALACCOUNT_PROVIDERS),
    "catalogue",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "catalogue.middleware.ask_again",
    "catalogue.middleware.hide_secrets",
    "catalogue.middleware.refuse_null_characters",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "catalogue.middleware.visitor_cookie",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "catalogue.middleware.answer_plainly",
]
ROOT_URLCONF = "site_config.urls"
WSGI_APPLICATION = "site_config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "catalogue.context.readers",
            ]
        },
    }
]

# --- Database -----------------------------------------------------------------------------------
# A connection that the server has dropped is made again before a page is made, and not an error of it.
DATABASES = {
    "default": env.dj_db_url(
        "DATABASE_URL", f"sqlite:///{VAR_DIR / 'carrel.sqlite3'}", conn_max_age=60, conn_health_checks=True
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # WAL lets pages be read while a load writes. IMMEDIATE takes the write lock at the start of a
    # transaction, so that two writers wait for each other (`timeout`, seconds) and neither fails.
    # Recursive triggers see the rows that a REPLACE deletes.
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-32000; "
        "PRAGMA recursive_triggers=ON;",
    }
elif DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
    raise ImproperlyConfigured("DATABASE_URL must be a sqlite:// or postgresql:// address.")

# --- People -------------------------------------------------------------------------------------
AUTH_USER_MODEL = "catalogue.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/lists/"
LOGOUT_REDIRECT_URL = "home"

ACCOUNT_ADAPTER = "catalogue.accounts.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "catalogue.accounts.AddressForm",
    "login": "catalogue.accounts.LoginForm",
    "signup": "catalogue.accounts.SignupForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USERNAME_VALIDATORS = "catalogue.accounts.USER_NAME_VALIDATORS"
# What a reader would take for the site itself, or for a page of it.
ACCOUNT_USERNAME_BLACKLIST = """
    about account accounts admin administrator anonymous api carrel catalogue curators help info list lists login logout
    mail me moderator null official postmaster root security settings sign-in signup staff support system undefined user
    webmaster www
""".split()
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_CHANGE_EMAIL = True  # one address an account; a new one takes the place of the old once it is verified
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Carrel: "
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
SOCIALACCOUNT_ADAPTER = "catalogue.accounts.ProviderAdapter"
SOCIALACCOUNT_AUTO_SIGNUP = False  # the user name is public, so everybody chooses it
SOCIALACCOUNT_FORMS = {"signup": "catalogue.accounts.ProviderSignupForm"}

MFA_ADAPTER = "catalogue.accounts.MFAAdapter"
MFA_FORMS = {
    "add_webauthn": "catalogue.accounts.AddPasskeyForm",
    "authenticate_webauthn": "catalogue.accounts.PasskeySecondStepForm",
    "login_webauthn": "catalogue.accounts.PasskeyLoginForm",
    "reauthenticate_webauthn": "catalogue.accounts.PasskeyProofForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # clocks differ: the code of half a minute ago is good too
REQUIRE_STAFF_MFA = env.bool("REQUIRE_STAFF_MFA", False)

# How often somebody tried is counted for all processes together.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "catalogue_cacheentry",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}

# By address of the network. A reading group signs up in one room; a program that fills the tables is stopped.
ACCOUNT_RATE_LIMITS = {
    "visitor": "300/h/ip",
    "report": "100/d/ip",
    "import": "60/h/ip",
    "invite": "30/d/user,60/d/ip",
    "invited": "2/d/key",
}

# --- Mail ---------------------------------------------------------------------------------------
globals().update(mail_settings(env.str("EMAIL_URL", "console:")))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", "Carrel <carrel@localhost>")

# --- Language, time, files ----------------------------------------------------------------------
LANGUAGE_CODE = "en"
TIME_ZONE = env.str("TIME_ZONE", "UTC")
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
# Files that curators send, until they are loaded. Never served.
UPLOADS_DIR = env.path("UPLOADS_DIR", VAR_DIR / "uploads")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- What is written to the log -----------------------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"secrets": {"()": "site_config.log_filter.HideSecrets"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["secrets"]}},
    # A page that is not there is the visitor's business, not the operator's.
    "loggers": {"django.request": {"level": "ERROR"}, "django.security": {"level": "ERROR"}},
    "root": {"handlers": ["console"], "level": env.log_level("LOG_LEVEL", "WARNING")},
}

env.seal()
