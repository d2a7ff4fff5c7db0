"""Parts of forms."""

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

register = template.Library()

# Labels of django-allauth's forms, as this site writes them.
LABELS = {
    "Email": "E-mail address",
    "Current Password": "Current password",
    "New Password": "New password",
    "New Password (again)": "New password, once more",
    "Password (again)": "Password, once more",
    "Authenticator code": "Code",
    "Recipient": "Send it to",
}


@register.filter
def label(field: BoundField) -> str:
    """Return the label of a field."""
    return LABELS.get(str(field.label), field.label)


# What AUTH_PASSWORD_VALIDATORS demand; their own words fill four lines.
NEW_PASSWORD = "At least 8 characters. Not a common one, not only digits, nothing like your name or address."


@register.filter
def hint(field: BoundField) -> str:
    """Return what stands under a field before anything is wrong with it."""
    is_new = field.field.widget.attrs.get("autocomplete") == "new-password"
    return NEW_PASSWORD if is_new and field.help_text else field.help_text


@register.filter
def control(field: BoundField) -> SafeString:
    """Return the control of a field without a placeholder: the label says the same, and stays when one types."""
    return field.as_widget(attrs={"placeholder": False})
