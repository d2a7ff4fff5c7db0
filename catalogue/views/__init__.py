"""The pages. One module per noun; each view reads queryset, filter, page, context, response."""
