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


@register.filter
def control(field: BoundField) -> SafeString:
    """Return the control of a field without a placeholder: the label says the same, and stays when one types."""
    return field.as_widget(attrs={"placeholder": False})
