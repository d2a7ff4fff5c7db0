"""What readers ask of curators, on the desk."""

from django.test import Client

from catalogue.curation import tag_papers
from catalogue.models import Proposal, Report, Tag, Tagging, User
from tests.cast import a_finding, a_list, a_paper, a_reader, a_tag, a_visitor


def test_proposed_tags_wait_until_they_are_accepted_or_rejected(desk: Client) -> None:
    paper = a_paper("A")
    tag_papers([paper.pk], "good idea, bad idea", a_reader("ann"))
    tag_papers([paper.pk], "secret", a_reader("bob"), mine_only=True)
    url = "/admin/catalogue/proposal/"
    text = desk.get(url).content.decode()
    assert "good idea" in text
    assert paper.get_absolute_url() in text
    assert "secret" not in text
    ids = dict(Proposal.objects.values_list("tag__label", "pk"))
    desk.post(url, {"action": "accept_selected", "_selected_action": [ids["good idea"]]})
    desk.post(url, {"action": "reject_selected", "_selected_action": [ids["bad idea"]]})
    assert [tagging.tag.label for tagging in Tagging.objects.public()] == ["good idea"]
    assert "good idea" not in desk.get(url).content.decode()
    assert "bad idea" in desk.get(url, {"state": "rejected"}).content.decode()


def test_reports_wait_until_they_are_answered(desk: Client) -> None:
    paper = a_paper("A")
    report = Report.objects.create(paper=paper, reader=a_visitor(), text="<b>wrong</b>")
    url = "/admin/catalogue/report/"
    assert "&lt;b&gt;wrong" in desk.get(url).content.decode()
    form = desk.get(f"{url}{report.pk}/change/").content.decode()
    assert f"/admin/catalogue/paper/{paper.pk}/change/" in form
    desk.post(f"{url}{report.pk}/change/", {"state": "rejected", "answer": "It is as printed."})
    report.refresh_from_db()
    assert (report.state, report.answer, report.decided_by.username) == ("rejected", "It is as printed.", "curator")
    other = Report.objects.create(paper=paper, text="also")
    desk.post(url, {"action": "accept_selected", "_selected_action": [other.pk]})
    assert Report.objects.get(pk=other.pk).state == "accepted"
    assert "also" not in desk.get(url).content.decode()


def test_deleting_a_paper_or_a_tag_tells_in_numbers_what_goes_with_it(desk: Client) -> None:
    paper = a_paper("Doomed", tags=[a_tag("kernels")])
    a_finding(paper, "name", "Doom")
    tag_papers([paper.pk], "unspoken", a_reader("ann"), mine_only=True)
    a_list(a_reader("bob"), paper, title="Unspoken list")
    for url in (
        f"/admin/catalogue/paper/{paper.pk}/delete/",
        f"/admin/catalogue/tag/{Tag.objects.get(label='kernels').pk}/delete/",
    ):
        text = desk.get(url).content.decode()
        assert "nspoken" not in text
        assert "permission" not in text
        assert desk.post(url, {"post": "yes"}).status_code == 302
    assert not Tag.objects.filter(label="kernels").exists()
    assert not Tagging.objects.filter(tag__label="kernels").exists()


def test_an_account_is_closed_from_the_desk_and_its_list_passes_on(desk: Client) -> None:
    ann, bob = a_reader("ann"), a_reader("bob")
    shared = a_list(ann, title="Unspoken list")
    shared.memberships.create(reader=bob, role="editor")
    assert desk.get(f"/admin/catalogue/user/{ann.user.pk}/delete/").status_code == 403
    curator = User.objects.get(username="curator")
    chosen = [ann.user.pk, curator.pk]
    asked = {"action": "close_accounts", "_selected_action": chosen}
    text = desk.post("/admin/catalogue/user/", asked).content.decode()
    assert "Reading lists: 1. Of these, 1 with co-editors" in text
    assert "nspoken" not in text
    assert User.objects.count() == 3
    text = desk.post("/admin/catalogue/user/", asked | {"sure": "yes"}, follow=True).content.decode()
    assert "Accounts closed: 1." in text
    shared.refresh_from_db()
    assert shared.owner == bob
    assert User.objects.filter(pk=curator.pk).exists()
