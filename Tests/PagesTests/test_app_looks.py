"""Each view of the customers' app alone, as its gallery shows it: axe, room, touch, keys, languages, hostile texts."""

import pytest
from looks import accessible, fits, touchable, walked
from phone import begun
from playwright.sync_api import expect

LANGUAGES = ("it", "es", "ca", "ro")


def views(page, sources):
    """The names of all views, with a page that shows them."""
    page.goto(f"{sources.url}/app/gallery")
    links = page.locator(".rows a")
    expect(links.first).to_be_visible()
    return links.all_inner_texts()


def show(page, name):
    """Goes on to a view without loading the page anew."""
    page.evaluate("""name => {
      const link = document.createElement("a")
      link.href = `/app/gallery/${encodeURIComponent(name)}`
      document.body.append(link)
      link.click()
      link.remove()
    }""", name)
    expect(page.locator("#main > *").first).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => true)")


@pytest.fixture(scope="module")
def shop(sources):
    sources.home.qix("setting", "set", "sessions.guests", "open", "--quiet")
    return sources


def test_each_view_is_accessible_fits_and_is_pressed(shop, pages):
    # axe asks for what style sheets import, beside the page in place of beside them.
    pages.expect(r"^404 GET /app/(gallery|ground)/\w+\.css$")
    page = begun(pages, shop, "/app/gallery", width=360, height=640)
    page.on("dialog", lambda _: pytest.fail("a script ran"))
    faults = []
    for name in views(page, shop):
        show(page, name)
        for looks in (accessible, touchable, lambda page: fits(page, (320, 1440)), walked):
            try:
                looks(page)
            except AssertionError as fault:
                faults.append(f"{name}: {fault}")
        if page.locator("img[src=x], main script").count() > 0:
            faults.append(f"{name}: a text is an element")
        if page.get_by_role("heading", level=1).count() != 1:
            faults.append(f"{name}: has not one heading of level 1")
    assert not faults, "\n".join(faults)


def test_each_view_fits_in_each_language(shop, pages):
    page = begun(pages, shop, "/app/gallery", width=360, height=640)
    faults, names = [], views(page, shop)
    for language in LANGUAGES:
        page.evaluate("language => localStorage.setItem('qix.language', JSON.stringify(language))", language)
        page.goto(f"{shop.url}/app/gallery/welcome")
        expect(page.locator(f"html[lang={language}]")).to_have_count(1)
        for name in names:
            show(page, name)
            wide = page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
            if wide[0] > wide[1]:
                faults.append(f"{name} in {language} is {wide[0]} pixels wide")
    assert not faults, "\n".join(faults)


def test_each_view_fits_from_right_to_left_and_lying_down(shop, pages):
    page = begun(pages, shop, "/app/gallery", width=360, height=640)
    faults, names = [], views(page, shop)
    for direction, width, height in (("rtl", 360, 640), ("ltr", 844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        for name in names:
            show(page, name)
            page.evaluate("direction => document.documentElement.dir = direction", direction)
            wide = page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
            if wide[0] > wide[1]:
                faults.append(f"{name} is {wide[0]} pixels wide, {direction} at {width}")
    assert not faults, "\n".join(faults)
