"""The site map."""

from django.urls import path

from catalogue.views import (
    account,
    collections,
    home,
    list_files,
    list_import,
    own_tags,
    papers,
    people,
    reports,
    saving,
    searching,
    similar,
    tags,
)

paper_urls = [
    path("papers/", papers.paper_list, name="paper_list"),
    path("papers/names/", searching.name_list, name="name_list"),
    path("papers/similar/", similar.similar_list, name="similar_list"),
    path("papers/values/<slug:name>/", papers.facet_values, name="facet_values"),
    path("papers/selection/", saving.paper_selection, name="paper_selection"),
    path("papers/<slug:key>.txt", papers.paper_source, name="paper_source"),
    path("papers/<slug:key>/", papers.paper_detail, name="paper_by_key"),
    path("papers/tag/<slug:key>/", own_tags.paper_tags, name="paper_tags"),
    path("papers/report/<slug:key>/", reports.paper_report, name="paper_report"),
    path("papers/<slug:key>/<str:slug>/", papers.paper_detail, name="paper_detail"),
]
tag_urls = [
    path("tags/", tags.tag_list, name="tag_list"),
    path("tags/mine/", own_tags.own_tags, name="own_tags"),
    path("tags/mine/<int:pk>/delete/", own_tags.own_tag_delete, name="own_tag_delete"),
    path("tags/names/", own_tags.tag_names, name="tag_names"),
    path("tags/<slug:kind>/", tags.tag_kind, name="tag_kind"),
    path("tags/<slug:kind>/<str:slug>/", tags.tag_detail, name="tag_detail"),
]
collection_urls = [
    path("collections/", collections.collection_list, name="collection_list"),
    path("collections/<str:slug>/", collections.collection_detail, name="collection_detail"),
]
person_urls = [
    path("people/", people.person_list, name="person_list"),
    path("people/<str:slug>/", people.person_detail, name="person_detail"),
]
reader_urls = [
    path("lists/saved/", saving.list_saved, name="list_saved"),
    path("lists/import/", list_import.list_import, name="list_import"),
    path("lists/import/<str:name>/", list_import.list_import_report, name="list_import_report"),
    path("lists/s/<str:secret>.<slug:format>", list_files.list_file, name="list_file_by_secret"),
    path("lists/<slug:public_id>.<slug:format>", list_files.list_file, name="list_file"),
]
account_urls = [
    path("account/", account.account_detail, name="account"),
    path("account/data.json", account.account_data, name="account_data"),
    path("account/close/", account.account_close, name="account_close"),
    path("accounts/confirm-email/", account.address_verify, name="account_email_verification_sent"),
]
urlpatterns = [
    path("", home.home, name="home"),
    path("help/", home.help_page, name="help"),
    path("robots.txt", home.robots, name="robots"),
    path("healthz", home.healthz, name="healthz"),
    *paper_urls,
    *tag_urls,
    *collection_urls,
    *person_urls,
    *reader_urls,
    *account_urls,
]
