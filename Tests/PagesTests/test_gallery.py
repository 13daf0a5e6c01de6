"""Each part of the pages in each of its states, as /console/gallery shows them where the sources are served."""

import pytest
from harness import ROOT
from looks import GOLDENS, MOST_BYTES, WIDTHS, accessible, fits, golden, touchable, walked
from playwright.sync_api import expect

LANGUAGES = ("en", "it", "es", "ca", "ro")


def gallery(pages, sources, **options):
    """The gallery, with all of its elements at work and its charts drawn."""
    page = pages.signed_in(sources, "support", "/console/gallery", **options)
    expect(page.locator(".view h1")).to_be_visible()
    expect(page.locator(":not(:defined)")).to_have_count(0)
    expect(page.locator(".pager button")).to_be_visible()
    expect(page.locator(".chart-box:empty")).to_have_count(0)
    return page


def test_axe_finds_nothing(sources, pages):
    accessible(gallery(pages, sources))


@pytest.mark.parametrize("language", LANGUAGES)
def test_fits_in_each_language(sources, pages, language):
    page = gallery(pages, sources, language=language)
    assert page.evaluate("document.documentElement.lang") == language
    fits(page, WIDTHS if language == "ro" else WIDTHS[:1])


def test_fits_from_right_to_left(sources, pages):
    page = gallery(pages, sources)
    page.evaluate("document.documentElement.dir = 'rtl'")
    fits(page)


def test_keyboard_reaches_everything(sources, pages):
    assert walked(gallery(pages, sources)) > 20


def test_targets_are_large_enough(sources, pages):
    touchable(gallery(pages, sources, width=360, has_touch=True))


def test_letters_of_charts_grow_with_those_of_the_page(sources, pages):
    page = gallery(pages, sources, width=768)
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    outside = """() => [...document.querySelectorAll(".chart text")].filter(text => {
      const [inner, outer] = [text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()]
      return inner.left < outer.left - 1 || inner.right > outer.right + 1
    }).map(text => text.textContent)"""
    for direction in ("ltr", "rtl"):
        page.evaluate("direction => document.documentElement.dir = direction", direction)
        page.wait_for_timeout(100)
        assert page.evaluate(outside) == []


def test_next_page_that_fails_is_asked_for_again(sources, pages):
    page = gallery(pages, sources)
    pager = page.locator(".pager")
    pager.get_by_role("button", name="Show more").press("Enter")
    expect(pager.get_by_role("heading", name="No network")).to_be_visible()
    pager.get_by_role("button", name="Try again").press("Enter")
    expect(pager.get_by_role("status")).to_be_focused()
    expect(pager.get_by_role("button")).to_have_count(0)


def test_palette_is_used_by_the_keyboard(sources, pages):
    page = gallery(pages, sources)
    opener = page.get_by_role("button", name="Open it")
    opener.press("Enter")
    field = page.get_by_role("combobox", name="Go to")
    field.press_sequentially("referral")
    expect(page.locator("[role=option][aria-selected=true]")).to_contain_text("only an admin")
    field.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    accessible(page)
    field.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(opener).to_be_focused()


def test_is_for_development_alone(server, pages):
    page = pages.signed_in(server, "support", "/console/gallery")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()


@pytest.mark.parametrize(("name", "options"), [
    ("gallery", {}),
    ("gallery-dark", {"scheme": "dark"}),
    ("gallery-small", {"width": 360, "height": 640, "language": "ro"}),
])
def test_looks_as_before(sources, pages, name, options):
    golden(gallery(pages, sources, **options), name)


def test_looks_as_before_from_right_to_left(sources, pages):
    page = gallery(pages, sources, width=768)
    page.evaluate("document.documentElement.dir = 'rtl'")
    golden(page, "gallery-rtl")


def test_goldens_are_few_and_small():
    files = sorted(GOLDENS.glob("*.png"))
    assert len(files) <= 12
    assert [file.name for file in files if file.stat().st_size > MOST_BYTES] == []
    tests = "".join(file.read_text() for file in (ROOT / "Tests/PagesTests").glob("test_*.py"))
    assert [file.name for file in files if f'"{file.stem}"' not in tests] == []
