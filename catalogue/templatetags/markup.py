"""What curators type, shown as the abstracts are."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from catalogue.markup import render

register = template.Library()


@register.filter
def rendered(text: str) -> SafeString:
    """Return a text with LaTeX or Markdown as HTML. The renderer sanitises it last."""
    return mark_safe(render(text).html)  # noqa: S308
