"""The site map."""

from django.urls import path

from catalogue.views import (
    account,
    collections,
    home,
    list_files,
    list_import,
    list_items,
    list_members,
    list_settings,
    list_versions,
    lists,
    own_tags,
    papers,
    people,
    reports,
    saving,
    searching,
    similar,
    tag_files,
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
    path("tags.<slug:format>", tag_files.tag_file, name="tag_file"),
    path("tags/<slug:kind>.<slug:format>", tag_files.tag_file, name="tag_kind_file"),
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
list_urls = [
    path("lists/", lists.list_list, name="list_list"),
    path("lists/saved/", saving.list_saved, name="list_saved"),
    path("lists/import/", list_import.list_import, name="list_import"),
    path("lists/import/<str:name>/", list_import.list_import_report, name="list_import_report"),
    path("lists/s/<str:secret>.<slug:format>", list_files.list_file, name="list_file_by_secret"),
    path("lists/<slug:public_id>.<slug:format>", list_files.list_file, name="list_file"),
    path("lists/new/", lists.list_create, name="list_create"),
    path("lists/public/", lists.public_lists, name="public_lists"),
    path("lists/join/<str:token>/", list_members.list_join, name="list_join"),
    # What is read by whoever has the link.
    path("lists/s/<str:secret>/", lists.list_detail, name="list_by_secret"),
    path("lists/s/<str:secret>/print/", lists.list_print, name="list_print_by_secret"),
    path("lists/s/<str:secret>/copy/", lists.list_copy, name="list_copy_by_secret"),
    path("lists/s/<str:secret>/versions/", list_versions.list_versions, name="list_versions_by_secret"),
    path("lists/s/<str:secret>/versions/<int:number>/", list_versions.list_version, name="list_version_by_secret"),
    path("lists/<slug:public_id>/", lists.list_detail, name="list_detail"),
    path("lists/<slug:public_id>/print/", lists.list_print, name="list_print"),
    path("lists/<slug:public_id>/copy/", lists.list_copy, name="list_copy"),
    path("lists/<slug:public_id>/versions/", list_versions.list_versions, name="list_versions"),
    path("lists/<slug:public_id>/versions/<int:number>/", list_versions.list_version, name="list_version"),
    path(
        "lists/<slug:public_id>/versions/<int:number>/delete/",
        list_versions.list_version_delete,
        name="list_version_delete",
    ),
    path("lists/<slug:public_id>/papers/", list_items.list_items, name="list_items"),
    path("lists/<slug:public_id>/papers/<slug:key>/", list_items.list_item, name="list_item"),
    path("lists/<slug:public_id>/sections/", list_items.list_sections, name="list_sections"),
    path("lists/<slug:public_id>/settings/", list_settings.list_settings, name="list_settings"),
    path("lists/<slug:public_id>/visibility/", list_settings.list_visibility, name="list_visibility"),
    path("lists/<slug:public_id>/merge/", list_settings.list_merge, name="list_merge"),
    path("lists/<slug:public_id>/delete/", list_settings.list_delete, name="list_delete"),
    path("lists/<slug:public_id>/invitations/", list_members.list_invite, name="list_invite"),
    path("lists/<slug:public_id>/members/<int:number>/", list_members.list_member, name="list_member"),
    path("lists/<slug:public_id>/leave/", list_members.list_leave, name="list_leave"),
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
    *list_urls,
    *account_urls,
]
