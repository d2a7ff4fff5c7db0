"""Markup in a real browser: formulas are laid out, and nothing that is pasted runs."""

from playwright.sync_api import Browser, Page

from tests.browser.conftest import fits
from tests.cast import a_paper

PROBES = [
    "<script>window.ran = 1</script>",
    "<img src=x onerror='window.ran = 1'> <svg onload='window.ran = 1'></svg>",
    "[a](javascript:window.ran=1) [b](JaVaScRiPt:window.ran=1) [c](java&#115;cript:window.ran=1) [d](data:text/html,x)",
    "\\href{javascript:window.ran=1}{e} \\url{javascript:window.ran=1} <a href='javascript:window.ran=1'>f</a>",
    "$\\href{javascript:window.ran=1}{x}$ $\\text{<img src=x onerror=window.ran=1>}$ $\\unicode{<script>}$",
    "<math><mtext><table><mglyph><style><img src=x onerror='window.ran=1'></style></mglyph></table></mtext></math>",
    "<math><annotation-xml encoding='text/html'><img src=x onerror='window.ran=1'></annotation-xml></math>",
    "<svg><style><img src=x onerror='window.ran=1'></style></svg> <style>body{display:none}</style>",
    "<jats:p><i onmouseover='window.ran=1'>g</i></jats:p> <iframe srcdoc='<script>parent.ran=1</script>'></iframe>",
    "`<script>window.ran=1</script>` **<img src=x onerror='window.ran=1'>** <http://x onmouseover=window.ran=1>",
]


def test_no_probe_runs_on_any_page(page: Page, browser: Browser, transactional_db: None) -> None:
    papers = [a_paper(probe, abstract=f"{probe} in an abstract.") for probe in PROBES]
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))

    for path in ["/papers/", *(paper.get_absolute_url() for paper in papers)]:
        page.goto(path)
        for link in page.locator("main a[href]").all():
            link.hover(force=True, timeout=2000) if link.is_visible() else None
            assert (link.get_attribute("href") or "").startswith(("/", "#", "?", "http://", "https://"))
        assert page.evaluate("window.ran === undefined"), path
        assert page.locator("main script, main img, main iframe, main style").count() == 0
    assert dialogs == []


def test_formulas_are_laid_out_and_do_not_widen_the_page(page: Page, browser: Browser, transactional_db: None) -> None:
    long_sum = " + ".join(f"\\frac{{x_{{{n}}}^2}}{{\\sqrt{{n}}}}" for n in range(30))
    paper = a_paper("Time $O(n \\log n)$", abstract=f"A bound of $\\Theta(n^2)$ holds: $${long_sum}$$ as shown.")
    page.set_viewport_size({"width": 390, "height": 800})

    page.goto(paper.get_absolute_url())

    boxes = [formula.bounding_box() for formula in page.locator("math").all()]
    assert len(boxes) == 3
    assert all(box and box["width"] > 20 and box["height"] > 10 for box in boxes)
    assert fits(page)
