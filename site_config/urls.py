"""Addresses of the installation: the catalogue at the root, the curators' admin and the pages to sign in beside it."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("catalogue.urls")),
    path("accounts/", include("allauth.urls")),
]
