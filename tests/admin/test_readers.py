"""What readers ask of curators, on the desk."""

from django.test import Client

from catalogue.curation import tag_papers
from catalogue.models import Proposal, Report, Tagging
from tests.cast import a_paper, a_reader, a_visitor


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
