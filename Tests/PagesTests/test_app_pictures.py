"""The brand's own pictures in the customers' app: of campaigns, badges and tiers."""

import pytest
from harness import ROOT
from phone import begun, title
from playwright.sync_api import expect
from test_app import shop  # noqa: F401

ELSEWHERE = "https://pictures.example/a.jpg"


@pytest.fixture(scope="module")
def gallery(shop):  # noqa: F811
    """The shop with a picture, campaigns that take several shakes, badges and tiers: with it, with one of elsewhere, without."""
    qix = shop.home.qix
    qix("picture", "add", "pen", ROOT / "data/pictures/pen.png", "--quiet")
    for name, picture in {"own": "picture:pen", "elsewhere": ELSEWHERE, "bare": None}.items():
        given = ["--picture", picture] if picture else []
        qix("campaign", "create", name, "--brand", "Alba", "--title", name.capitalize(), "--start", "2026-01-01", "--end",
            "2099-01-01", "--time-zone", "UTC", "--shake", "scan,receipt", "--award", "fixed:1", *given, "--quiet")
        qix("campaign", "fund", name, "--amount", 9, "--quiet")
        qix("campaign", "start", name, "--quiet")
        qix("badge", "create", name, "--shakes", 2, "--title", f"Badge {name}", *given, "--quiet")
    qix("campaign", "rules", "reading", "--picture", "picture:pen", "--quiet")
    qix("tier", "set", "bronze", "--title", "Bronze", "--picture", "picture:pen", "--quiet")
    qix("tier", "set", "silver", "--title", "Silver", "--picture", ELSEWHERE, "--quiet")
    qix("tier", "set", "gold", "--title", "Gold", "--picture", "picture:pen", "--quiet")
    return shop


def seen(place):
    """Whether a picture of this server is there, and has come."""
    picture = place.locator("img.picture")
    expect(picture).to_be_visible()
    return picture.evaluate("async image => (await image.decode(), image.naturalWidth > 0 && image.src.includes('/v1/pictures/pen.'))")


def test_a_campaign_shows_it_where_one_chooses_plays_and_begins(gallery, pages):
    page = begun(pages, gallery, "/app/shake/own")
    title(page, "What will you play?")
    rows = page.get_by_role("main").get_by_role("listitem")
    expect(rows).to_have_count(2)
    assert all(seen(row) for row in rows.all())
    rows.first.get_by_role("button").tap()
    assert seen(page.locator("header, .bar").first)
    for name in ("elsewhere", "bare"):
        page.goto(f"{gallery.url}/app/shake/{name}")
        expect(rows).to_have_count(2)
        expect(rows.first.locator("svg.i").first).to_be_visible()
        expect(page.locator("#main img")).to_have_count(0)
    page.goto(f"{gallery.url}/app/shake/reading")
    title(page, "Reading")
    assert seen(page.locator("#main .art"))


def test_badges_and_tiers_show_it(gallery, pages):
    page = begun(pages, gallery, "/app/tier", coins=120)
    expect(page.get_by_role("heading", name="Badges")).to_be_visible()
    # Bronze was reached; the picture of Silver lies elsewhere.
    way = page.locator("section.card")
    assert seen(way.locator(".art"))
    expect(way.locator("img")).to_have_count(1)
    badge = page.get_by_role("listitem").filter(has_text="Badge own")
    assert seen(badge)
    for name in ("elsewhere", "bare"):
        badge = page.get_by_role("listitem").filter(has_text=f"Badge {name}")
        expect(badge.locator(".badge .i")).to_be_visible()
        expect(badge.locator("img")).to_have_count(0)
    # Gold is next.
    gallery.home.qix("coins", "issue", "--to", page.user, "--amount", 900, "--quiet")
    page.reload()
    expect(way.locator(".word")).to_have_text("Silver")
    expect(way.locator(".art")).to_have_count(0)
    assert seen(way.locator("p.row"))
