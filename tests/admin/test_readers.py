"""What readers ask of curators, on the desk."""

from django.test import Client

from catalogue.curation import tag_papers
from catalogue.models import Tag, Tagging, User
from tests.cast import a_finding, a_list, a_paper, a_reader, a_tag


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
