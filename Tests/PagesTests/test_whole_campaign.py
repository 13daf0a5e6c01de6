"""A campaign from nothing to its report, by a campaign manager who has no shell."""

import shutil
from datetime import date, timedelta

import pytest
from harness import Home, Server
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def house(sample, tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole") / "home"
    shutil.copytree(sample, folder)
    server = Server(Home(folder))
    yield server
    server.stop()


def done(page, act):
    """Opens an act of the campaign's page, and does it once its dry run is there."""
    page.get_by_role("button", name=act, exact=True).first.click()
    dialog = page.get_by_role("dialog")
    if act == "Fund":
        dialog.get_by_label("Amount").fill("1,000")
    expect(dialog.locator("[aria-busy=true]")).to_have_count(0)
    expect(dialog.locator(".diff")).to_be_visible()
    dialog.get_by_role("button", name=act, exact=True).click()
    expect(dialog).to_have_count(0)


def test_from_nothing_to_the_report(house, pages):
    pages.expect(r"^4\d\d POST /v1/campaigns")
    today = date.today()
    # When the programme is on: a form of the command that has no page of its own.
    page = pages.signed_in(house, "operator", "/console/commands/tv/schedule/add")
    for name, value in {"Channel": "Sole", "Programme": "Sole live", "Start": f"{today}T00:00", "Length": "2d",
                        "Zone": "UTC"}.items():
        page.get_by_role("textbox", name=name).fill(value)
    expect(page.locator("main .diff")).to_be_visible()
    page.get_by_role("button", name="Do it", exact=True).click()
    expect(page.get_by_role("heading", name="Done")).to_be_visible()

    page.get_by_role("link", name="Campaigns").click()
    page.get_by_role("link", name="Campaign", exact=True).click()
    for label, value in {"Name": "sole", "Brand": "Alba", "Title": "Sole live"}.items():
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_label("Start", exact=True).fill(str(today))
    page.get_by_label("End", exact=True).fill(str(today + timedelta(10)))
    page.get_by_label("Time zone").fill("UTC")
    page.get_by_role("checkbox", name="watching TV").check()
    page.get_by_label("Channels").fill("Sole")
    page.get_by_role("radio", name="the same each time").check()
    page.get_by_label("Coins", exact=True).fill("20")
    page.get_by_label("Shakes per user and day").fill("1")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sole live can be created")
    page.get_by_role("button", name="Create the draft").click()
    expect(page).to_have_url(f"{house.url}/console/campaigns/sole")

    done(page, "Fund")
    page.get_by_role("button", name="Try it", exact=True).click()
    expect(page.get_by_role("heading", name="The coins end on")).to_be_visible()
    done(page, "Start")
    expect(page.get_by_text("It takes shakes.")).to_be_visible()

    # Customers shake, one of them too often.
    fields = {"Authorization": f"Bearer {house.home.token('integrator')}"}
    for number, user in enumerate(("lea", "leo", "lea")):
        if number < 2:
            house.home.qix("user", "create", "--external-id", user, "--quiet")
        shake = house.request("POST", "/v1/shakes", {**fields, "Idempotency-Key": f"sole-{number}"}, {
            "user": user, "type": "tv", "campaign": "sole"})
        assert shake.json["outcome"] == ("refused" if number == 2 else "won"), shake.text
    expect(page.get_by_role("heading", name="Today: 3 shakes, 40 coins won")).to_be_visible()
    expect(page.get_by_text("Had the day's tries already").first).to_be_visible()
    assert '"coins": 40' in house.home.qix("campaign", "report", "sole", "--json")

    done(page, "Pause")
    expect(page.get_by_text("It is paused, and takes no shakes.")).to_be_visible()
    page.get_by_role("link", name="Report", exact=True).click()
    expect(page.locator(".say")).to_be_visible()
    page.goto(f"{house.url}/console/report?month={today:%Y-%m}")
    row = page.get_by_role("row").filter(has_text="sole")
    expect(row).to_contain_text("40")
