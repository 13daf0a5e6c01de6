"""Campaigns of the console: what each needs, how long its coins last, what can be done, and the calendar."""

import json
import re
import shutil

import pytest
from harness import Home, Server
from looks import accessible, fits, touchable, walked
from playwright.sync_api import expect

HOSTILE = "<img src=x onerror=alert(1)> & Söhne"
SCREENS = ["campaigns", "campaigns/harvest", "calendar"]


@pytest.fixture(scope="module")
def desk(sample, tmp_path_factory):
    """A server on a home with campaigns in several states, one of which is spent."""
    folder = tmp_path_factory.mktemp("campaigns") / "home"
    shutil.copytree(sample, folder)
    home = Home(folder)
    home.qix("campaign", "copy", "harvest", "hostile", "--title", HOSTILE, "--quiet")
    home.qix("campaign", "copy", "harvest", "winter", "--start", "2090-01-10", "--end", "2090-01-20",
             "--title", "Winter", "--quiet")
    home.qix("campaign", "copy", "harvest", "spring", "--start", "2090-02-01", "--end", "2090-02-28",
             "--title", "Spring", "--quiet")
    server = Server(home)
    yield server
    server.stop()


def opened(pages, desk, role, path, **options):
    page = pages.signed_in(desk, role, f"/console/{path}", **options)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("main .cli").last).to_be_visible()
    return page


def shown(desk, name):
    return json.loads(desk.home.qix("campaign", "show", name, "--json"))


def decided(page, act):
    """Does what a dialog asks for, once its dry run is there."""
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("[aria-busy=true]")).to_have_count(0)
    expect(dialog.locator(".diff")).to_be_visible()
    dialog.get_by_role("button", name=act, exact=True).click()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize("screen", SCREENS)
def test_each_page_can_be_read_and_used_by_everybody(desk, pages, screen):
    page = opened(pages, desk, "operator", screen)
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)
    accessible(page)
    fits(page)
    walked(page)
    touchable(opened(pages, desk, "operator", screen, width=360, height=740, has_touch=True))


def test_the_list_says_what_each_campaign_needs(desk, pages):
    page = opened(pages, desk, "operator", "campaigns")
    everything = json.loads(desk.home.qix("campaign", "list", "--json"))["campaigns"]
    expect(page.locator("tbody tr")).to_have_count(len(everything))
    expect(page.get_by_role("heading", level=1)).to_contain_text("campaigns need you")
    row = page.get_by_role("row").filter(has_text="winter")
    expect(row).to_contain_text("Coins, before it starts")
    # What others do comes by itself.
    desk.home.qix("campaign", "fund", "winter", "--amount", 4000, "--quiet")
    expect(row).to_contain_text("Ready: start it before 10 January 2090")
    expect(row).to_contain_text("4,000")
    drafts = [one for one in everything if one["state"] == "draft"]
    page.get_by_role("button", name=f"Draft {len(drafts)}").click()
    expect(page.locator("tbody tr")).to_have_count(len(drafts))
    expect(page).to_have_url(re.compile(r"\?state=draft$"))
    expect(page.locator("main .cli code")).to_have_text("qix campaign list --state draft")
    page.get_by_label("Name or id").fill("Söhne")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.get_by_role("link", name=HOSTILE)).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").click()
    assert HOSTILE in saved.value.path().read_text()
    page.get_by_role("button", name="Keep this view").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("Mine")
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("button", name="Mine", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Name or id").fill("nowhere")
    expect(page.get_by_text("No campaign fits")).to_be_visible()


def test_a_campaign_is_funded_started_paused_and_ended(desk, pages):
    desk.home.qix("campaign", "copy", "harvest", "life", "--title", "Life", "--quiet")
    pages.expect(r"^400 POST /v1/campaigns/life/fund")
    page = opened(pages, desk, "operator", "campaigns/life")
    expect(page.get_by_text("It is a draft, and takes no shakes yet.")).to_be_visible()
    dialog = page.get_by_role("dialog")
    # It can be started without coins, but not without knowing.
    page.get_by_role("button", name="Start").click()
    expect(dialog.get_by_text("The budget is empty", exact=False)).to_be_visible()
    dialog.get_by_role("button", name="Never mind").click()
    page.get_by_role("button", name="Fund").click()
    dialog.get_by_label("Amount").fill("none")
    expect(dialog.get_by_role("alert")).to_contain_text("not a number")
    dialog.get_by_label("Amount").fill("600")
    expect(dialog.locator(".diff")).to_contain_text("available 600")
    expect(dialog.locator(".cli")).to_contain_text("qix campaign fund life --amount 600")
    decided(page, "Fund")
    expect(page.get_by_role("heading", name="600 coins are set aside")).to_be_visible()
    assert shown(desk, "life")["budget"]["available"] == 600
    page.get_by_role("button", name="Move").click()
    dialog.get_by_label("End").fill("2089-06-30")
    expect(dialog.locator(".cli")).to_contain_text("--end 2089-06-30")
    decided(page, "Move")
    expect(page.locator(".sentence")).to_contain_text("to 30 June 2089")
    page.get_by_role("button", name="Start").click()
    decided(page, "Start")
    expect(page.get_by_text("It takes shakes.")).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    decided(page, "Pause")
    expect(page.get_by_text("It is paused, and takes no shakes.")).to_be_visible()
    assert shown(desk, "life")["state"] == "paused"
    page.get_by_role("button", name="End", exact=True).click()
    expect(page.get_by_role("dialog").locator(".diff")).to_contain_text("returned 600")
    page.get_by_role("dialog").get_by_label("Reason").fill("Case 9")
    decided(page, "End")
    expect(page.get_by_text("It has ended.")).to_be_visible()
    expect(page.get_by_role("group", name="What you can do").get_by_role("button")).to_have_count(1)
    assert shown(desk, "life")["budget"]["available"] == 0
    assert "Case 9" in desk.home.qix("audit", "show", "--plain")


def test_a_draft_is_copied_and_deleted(desk, pages):
    page = opened(pages, desk, "operator", "campaigns/hostile")
    expect(page.get_by_role("heading", level=1)).to_have_text(HOSTILE)
    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_role("dialog").locator("[name=name]").fill("hostile-3")
    decided(page, "Copy")
    expect(page).to_have_url(re.compile("/console/campaigns/hostile-3$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(HOSTILE)
    # A draft that goes away is no fault of its page.
    pages.expect(r"^404 GET /v1/campaigns/hostile-3")
    page.get_by_role("button", name="Delete").click()
    decided(page, "Delete")
    expect(page).to_have_url(re.compile("/console/campaigns$"))
    assert "hostile-3" not in desk.home.qix("campaign", "list", "--plain")


def test_shakes_come_live_and_the_focus_stays(desk, pages):
    page = opened(pages, desk, "operator", "campaigns/harvest")
    expect(page.get_by_role("heading", name=re.compile("^Today: 1 shake, 20 coins won"))).to_be_visible()
    summary = page.locator("figure summary").first
    summary.focus()
    page.keyboard.press("Enter")
    desk.home.qix("user", "create", "--external-id", "newcomer", "--quiet")
    desk.home.qix("shake", "send", "--user", "newcomer", "--type", "tv", "--campaign", "harvest", "--quiet")
    expect(page.get_by_role("heading", name=re.compile("^Today: 2 shakes, 40 coins won"))).to_be_visible()
    expect(page.locator("figure details").first).to_have_attribute("open", "")
    expect(page.locator("figure summary").first).to_be_focused()
    expect(page.get_by_role("heading", name="2 of 2 shakes have won")).to_be_visible()
    report = json.loads(desk.home.qix("campaign", "report", "harvest", "--json"))
    expect(page.get_by_text(f"{report['coins']} of 50,000 coins given.")).to_be_visible()
    expect(page.locator(".sentence")).to_contain_text("every user can take part with TV shakes and win 20 coins")


def test_a_prize_that_is_no_coins_is_told_with_the_figures(desk, pages):
    qix = desk.home.qix
    file = desk.home.folder / "coffees.json"
    file.write_text(json.dumps({**json.loads(qix("campaign", "show", "harvest", "--file", "-")), "name": "coffees",
                                "title": "Coffees", "award": {"weighted": [{"gift": "reward:coffee", "most": 5, "weight": 1}]}}))
    qix("campaign", "create", "--file", file, "--quiet")
    qix("campaign", "fund", "coffees", "--amount", 500, "--quiet")
    qix("campaign", "start", "coffees", "--quiet")
    qix("shake", "send", "--user", "ada", "--type", "tv", "--campaign", "coffees", "--quiet")
    page = opened(pages, desk, "operator", "campaigns/coffees")
    expect(page.locator(".sentence")).to_contain_text("the reward coffee (100%)")
    expect(page.get_by_text("100 of 500 coins given. Of these, 100 for prizes.", exact=False)).to_be_visible()
    expect(page.get_by_text("Reward: coffee", exact=True)).to_be_visible()
    expect(page.get_by_text("1 of 5 given")).to_be_visible()
    accessible(page)


def test_a_simulation_says_what_the_command_line_says(desk, pages):
    pages.expect(r"^400 GET /v1/campaigns/simulate")
    page = opened(pages, desk, "auditor", "campaigns/harvest")
    expect(page.get_by_role("group", name="What you can do")).to_have_count(0)
    page.get_by_label("Users").fill("x")
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_role("alert")).to_be_visible()
    # Each user counts once in the one broadcast: fewer would not empty the budget.
    page.get_by_label("Users").fill("3000")
    page.get_by_label("Days").fill("40")
    page.keyboard.press("Enter")
    found = json.loads(desk.home.qix("campaign", "simulate", "harvest", "--users", 3000, "--days", 40, "--json"))
    chart = page.locator("figure").filter(has_text="The coins end on")
    expect(chart).to_be_visible()
    chart.get_by_text("As a table").click()
    expect(chart.locator("tbody tr")).to_have_count(len(found["by_day"]))
    expect(chart.locator("tbody tr").last).to_contain_text(f"{found['coins']:,}")
    accessible(page)


def test_a_large_sum_waits_for_a_second_person(desk, pages):
    desk.home.qix("setting", "set", "coins.approval-above", "5000", "--quiet")
    pages.expect(r"^4\d\d POST /v1/campaigns/spring/fund")
    page = opened(pages, desk, "operator", "campaigns/spring")
    page.get_by_role("button", name="Fund").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Amount").fill("9000")
    expect(dialog.locator(".diff")).to_be_visible()
    dialog.get_by_label("Reason").fill("Case 12")
    dialog.get_by_role("button", name="Fund", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("Nothing has changed yet")
    assert shown(desk, "spring")["budget"]["available"] == 0
    assert "Case 12" in desk.home.qix("coins", "approvals", "--pending", "--plain")


@pytest.mark.parametrize("role", ["support", "integrator"])
def test_some_see_a_campaign_but_neither_report_nor_acts(desk, pages, role):
    # A request that isn't theirs would be a fault of the page.
    page = opened(pages, desk, role, "campaigns")
    expect(page.get_by_role("link", name="Campaign", exact=True)).to_have_count(0)
    page.get_by_role("link", name="Harvest", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Harvest")
    expect(page.locator(".sentence")).to_be_visible()
    expect(page.locator("main button").filter(has_not=page.locator(".i"))).to_have_count(0)
    expect(page.locator("main figure")).to_have_count(0)
    expect(page.locator("main .cli code").last).to_have_text("qix campaign show harvest")


def test_the_calendar_names_the_days_without_a_campaign(desk, pages):
    # What has no end covers each day, so a day far ahead has an end for it.
    for one in json.loads(desk.home.qix("campaign", "list", "--json"))["campaigns"]:
        if one["end"].startswith("9999") and one["state"] != "ended":
            desk.home.qix("campaign", "schedule", one["campaign"], "--end", "2089-12-31", "--quiet")
    page = opened(pages, desk, "operator", "calendar?from=2090-01&by=quarter")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Nothing is planned from 1 January to 9 January")
    expect(page.locator(".key")).to_contain_text("21 January to 31 January and 1 March to 31 March")
    expect(page.locator("tbody tr")).to_have_count(2)
    page.get_by_role("button", name="Month", exact=True).click()
    expect(page).to_have_url(re.compile(r"from=2090-01&by=month$"))
    later = page.get_by_role("button", name="Later")
    later.focus()
    page.keyboard.press("Enter")
    expect(heading).to_have_text("No free day ahead, February 2090")
    expect(later).to_be_focused()
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").click()
    assert "2090-02-28" in saved.value.path().read_text()
    page.get_by_role("button", name="Today").click()
    expect(page.locator("svg .today")).to_have_count(1)
    page.get_by_role("link", name="Harvest", exact=True).click()
    expect(heading).to_have_text("Harvest")


def test_a_campaign_that_is_not_there_says_so(desk, pages):
    pages.expect(r"^404 GET /v1/campaigns/nowhere")
    page = pages.signed_in(desk, "operator", "/console/campaigns/nowhere")
    expect(page.get_by_role("heading", name=re.compile("not", re.IGNORECASE)).first).to_be_visible()


def test_users_get_to_a_campaign_by_its_link_its_code_and_its_cards(desk, pages):
    home = desk.home
    home.qix("campaign", "copy", "harvest", "way", "--title", HOSTILE, "--quiet")
    home.qix("card", "create", "other", "--title", "Elsewhere", "--action", "Go=campaign/way-2", "--quiet")
    page = opened(pages, desk, "operator", "campaigns/way")
    reach = page.get_by_role("region", name="Link and cards")
    expect(reach.get_by_text("campaign/way", exact=True)).to_be_visible()
    expect(reach.get_by_text("No card leads here yet.")).to_be_visible()
    expect(reach.get_by_text("Posters need the app's web address.")).to_be_visible()
    home.qix("setting", "set", "app.origin", "https://app.example.org", "--quiet")
    reach.get_by_role("button", name="Show the QR code").click()
    code = reach.get_by_role("img", name="QR code of https://app.example.org/open/campaign/way")
    expect(code).to_be_visible()
    expect(reach.get_by_text("https://app.example.org/open/campaign/way", exact=True)).to_be_visible()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reach.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("Copied", exact=False).first).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "https://app.example.org/open/campaign/way"
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    with page.expect_download() as saved:
        reach.get_by_role("button", name="Save the code").click()
    assert saved.value.path().read_text() == home.qix("link", "qr", "campaign/way", "--svg", "-")
    expect(reach.locator(".cli code")).to_have_text("qix link qr campaign/way")
    reach.get_by_role("button", name="Make a draft card").press("Enter")
    card = reach.get_by_role("listitem").filter(has_text=HOSTILE)
    expect(card).to_contain_text("Draft, page 1")
    made = json.loads(home.qix("card", "show", "way", "--file", "-"))
    assert made["texts"] == {"en": {"title": HOSTILE}}
    assert made["actions"] == [{"text": {"en": "Take part"}, "link": "campaign/way"}]
    # Its name is taken now.
    reach.get_by_role("button", name="Make a draft card").click()
    expect(reach.get_by_role("listitem")).to_have_count(2)
    assert "way-2" in home.qix("card", "list")
    accessible(page)
    card.get_by_role("button", name="Publish").first.click()
    expect(page.get_by_role("dialog").locator(".diff")).to_have_text("Published, page 1")
    expect(page.get_by_role("dialog").get_by_role("checkbox")).to_have_count(0)
    decided(page, "Publish")
    expect(reach.get_by_text("Published, page 1")).to_be_visible()
    card.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(r"/console/commands/card/show\?card=way"))


@pytest.mark.parametrize("role", ["support", "auditor"])
def test_who_may_only_read_sees_the_cards_of_a_campaign(desk, pages, role):
    page = opened(pages, desk, role, "campaigns/harvest")
    reach = page.get_by_role("region", name="Link and cards")
    expect(reach.get_by_text("Published, page 1")).to_be_visible()
    expect(reach.get_by_role("button", name="Show the QR code")).to_be_visible()
    for name in ("Make a draft card", "Publish"):
        expect(reach.get_by_role("button", name=name)).to_have_count(0)
