"""Each part of the pages in each of its states, as /console/gallery shows them where the sources are served."""

import pytest
from harness import ROOT
from looks import GOLDENS, MOST_BYTES, WIDTHS, accessible, fits, golden, touchable, walked
from playwright.sync_api import expect

LANGUAGES = ("en", "it", "es", "ca", "ro")


def gallery(pages, sources, **options):
    """The gallery, with all of its elements at work."""
    page = pages.signed_in(sources, "support", "/console/gallery", **options)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator(":not(:defined)")).to_have_count(0)
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


def test_is_for_development_alone(server, pages):
    pages.expect(r"^401 GET /v1/staff/session")
    page = pages.open(server, "/console/gallery")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


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
