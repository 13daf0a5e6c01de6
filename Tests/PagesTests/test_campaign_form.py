"""The form of a campaign: it makes what the command line makes of the same file."""

import json
import re
import shutil

import pytest
from harness import Home, Server
from looks import accessible, fits, touchable, walked
from playwright.sync_api import expect
from test_campaigns import decided

NEW = "/console/campaigns/new"
BASE = {
    "brand": "Alba", "title": "By hand", "start": "2027-06-01", "end": "2027-08-31T20:00", "time-zone": "Europe/Rome",
    "shakes": {"tv": {"channels": ["Uno", "Due"], "after": "PT2M"}},
}
AWARDS = {
    "fixed": {"fixed": 10},
    "per-unit": {"per-unit": {"coins": 2, "most": 20}},
    "weighted": {"weighted": [{"coins": 0, "weight": 899}, {"coins": 20, "weight": 100}, {"coins": 500, "weight": 1}]},
    "jackpot": {"jackpot": {"start": 100, "step": 2, "most": 5000, "odds": 500}},
    "table": {"table": {"fact": "score", "rows": [
        {"from": 0, "below": 50, "coins": 0}, {"from": 50, "coins": 20}], "otherwise": 1}},
}


@pytest.fixture(scope="module")
def desk(sample, tmp_path_factory):
    folder = tmp_path_factory.mktemp("studio") / "home"
    shutil.copytree(sample, folder)
    home = Home(folder)
    for channel in ("Uno", "Due"):
        home.qix("tv", "schedule", "add", "--channel", channel, "--programme", "Live", "--start", "2027-06-01T00:00",
                 "--length", "2d", "--zone", "UTC", "--quiet")
    home.qix("segment", "create", "friends", "--quiet")
    server = Server(home)
    yield server
    server.stop()


def opened(pages, desk, role="operator", path=NEW, **options):
    # What isn't complete yet is a refusal of the dry run.
    pages.expect(r"^4\d\d POST /v1/campaigns")
    page = pages.signed_in(desk, role, path, **options)
    expect(page.locator("main :is(h1, h2)").first).to_be_visible()
    return page


def made(home, name):
    """The campaign as its file, without its name."""
    file = json.loads(home.qix("campaign", "show", name, "--file", "-"))
    del file["name"]
    return file


def created(home, file, name):
    """What the command line makes of a file."""
    path = home.folder / "by-hand.json"
    path.write_text(json.dumps({**file, "name": name}))
    home.qix("campaign", "create", "--file", path, "--quiet")
    return made(home, name)


def loaded(page, tmp_path, file):
    """Opens a file in the form."""
    path = tmp_path / "a file.json"
    path.write_text("\ufeff" + json.dumps(file))
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_text("a file.json is in the form now.")).to_be_visible()


def base(page, name):
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Brand").fill("Alba")
    page.get_by_label("Title").fill("By hand")
    page.get_by_label("Start", exact=True).fill("2027-06-01")
    page.get_by_label("End", exact=True).fill("2027-08-31")
    page.get_by_label("Time of: End").fill("20:00")
    page.get_by_label("Time zone").fill("Europe/Rome")
    page.get_by_role("checkbox", name="watching TV").check()
    page.get_by_label("Channels").fill("Uno\nDue")
    page.get_by_text("1 more setting").click()
    page.get_by_label("After", exact=True).fill("2")
    page.get_by_label("Unit of: After").select_option("minutes")


def award(page, kind):
    if kind == "fixed":
        page.get_by_role("radio", name="the same each time").check()
        page.get_by_label("Coins", exact=True).fill("10")
    elif kind == "per-unit":
        page.get_by_role("radio", name="so many for each unit").check()
        page.get_by_label("Coins for each unit").fill("2")
        page.get_by_label("Most coins of one shake").fill("20")
    elif kind == "weighted":
        page.get_by_role("radio", name="one of several prizes").check()
        page.get_by_role("button", name="Row").click()
        for place, prize in enumerate(AWARDS[kind][kind], 1):
            page.get_by_label(f"Coins of no. {place}").fill(str(prize["coins"]))
            page.get_by_label(f"Weight of no. {place}").fill(str(prize["weight"]))
        expect(page.get_by_text("10.1% of shakes win. A shake costs 2.5 coins on average.")).to_be_visible()
        expect(page.get_by_role("img", name="500: 0.1%")).to_be_visible()
        expect(page.get_by_role("row").filter(has=page.get_by_label("Weight of no. 2"))).to_contain_text("1 in 10")
    elif kind == "jackpot":
        page.get_by_role("radio", name="a growing pot").check()
        for label, value in [("begins with", 100), ("Each shake adds", 2), ("Up to", 5000), ("wins in", 500)]:
            page.get_by_label(label).fill(str(value))
    else:
        page.get_by_role("radio", name="by what the shake shows").check()
        page.get_by_label("Coins if no row fits").fill("1")
        page.get_by_role("button", name="Row").click()
        for label, value in [("From, no. 1", 0), ("Below, no. 1", 50), ("Coins of no. 1", 0), ("From, no. 2", 50),
                             ("Coins of no. 2", 20)]:
            page.get_by_label(label).fill(str(value))


def done(page, act="Create the draft"):
    expect(page.get_by_text("Can be done", exact=True).first).to_be_visible()
    page.get_by_role("button", name=act).click()
    expect(page.get_by_role("status").get_by_text(re.compile("is a draft now|has changed"))).to_be_visible()


def test_a_campaign_made_by_the_form_is_the_one_of_its_file(desk, pages, tmp_path):
    """One of each kind of award; the first is typed from its name on."""
    page = opened(pages, desk)
    for kind, prize in AWARDS.items():
        if kind == "fixed":
            base(page, f"form-{kind}")
        else:
            loaded(page, tmp_path, {**BASE, "name": f"form-{kind}"})
        award(page, kind)
        expect(page.locator(".cli code").last).to_contain_text(f"qix campaign create --file form-{kind}.json")
        done(page)
        expect(page).to_have_url(re.compile(f"/console/campaigns/form-{kind}$"))
        file = {**BASE, "award": prize}
        assert made(desk.home, f"form-{kind}") == created(desk.home, file, f"line-{kind}"), kind
        page.goto(desk.url + NEW)


def test_a_campaign_with_a_free_coffee_is_made_tried_funded_and_started_without_a_shell(desk, pages):
    page = opened(pages, desk)
    for label, text in [("Name", "july"), ("Start", "2027-07-01"), ("End", "2027-07-31")]:
        page.get_by_label(label, exact=True).fill(text)
    for label, text in [("Brand", "Alba"), ("Title", "July"), ("Time zone", "Europe/Rome")]:
        page.get_by_label(label).fill(text)
    page.get_by_role("checkbox", name="scan").check()
    page.get_by_role("radio", name="one of several prizes").check()
    page.get_by_role("button", name="Range").click()
    expect(page.get_by_label("Coins from")).to_be_focused()
    page.keyboard.type("20")
    page.get_by_label("to", exact=True).fill("5")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Write two whole numbers from 1")).to_be_visible()
    page.get_by_label("Coins from").fill("5")
    page.get_by_label("to", exact=True).fill("20")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Weight of no. 1")).to_be_focused()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("19")
    page.get_by_role("button", name="Row").click()
    prize = page.get_by_label("Prize no. 17")
    prize.select_option("Reward: A coffee")
    expect(page.get_by_label("Prize no. 17")).to_be_focused()
    expect(page.get_by_label("Coins of no. 17")).to_have_count(0)
    page.get_by_label("At most, no. 17").fill("80")
    page.get_by_label("Weight of no. 17").fill("16")
    # A coffee costs 100 coins of the budget: (12.5 × 19 + 100) ÷ 20.
    expect(page.get_by_text("100% of shakes win. A shake costs 16.9 coins on average.")).to_be_visible()
    expect(page.get_by_role("img", name="5–20: 95%; Reward: A coffee: 5%")).to_be_visible()
    expect(page.get_by_role("row").filter(has=page.get_by_label("Weight of no. 17"))).to_contain_text("1 in 20")
    expect(page.get_by_role("row").filter(has=page.get_by_label("Weight of no. 1", exact=True))).to_contain_text("950")
    page.set_viewport_size({"width": 1280, "height": 900})
    assert page.locator(".prizes").evaluate("one => one.parentElement.scrollWidth <= one.parentElement.clientWidth")
    expect(page.locator(".sentence")).to_contain_text("up to 20 coins or the reward coffee by lot: 100% of shakes win")
    accessible(page)
    done(page)
    expect(page.locator(".sentence")).to_contain_text("5–20 coins (95%) and the reward coffee (5%)")
    file = {
        "brand": "Alba", "title": "July", "start": "2027-07-01", "end": "2027-07-31", "time-zone": "Europe/Rome",
        "shakes": {"scan": {}}, "award": {"weighted": [
            *({"coins": coins, "weight": 19} for coins in range(5, 21)),
            {"gift": "reward:coffee", "most": 80, "weight": 16}]},
    }
    assert made(desk.home, "july") == created(desk.home, file, "july-by-line")
    page.get_by_role("button", name="Fund").click()
    page.get_by_role("dialog").get_by_label("Amount").fill("10000")
    decided(page, "Fund")
    expect(page.get_by_role("heading", name="10,000 coins are set aside")).to_be_visible()
    page.get_by_label("Users", exact=True).fill("300")
    page.get_by_role("button", name="Try it").click()
    page.locator("summary").filter(has_text="What was won").click()
    found = json.loads(desk.home.qix("campaign", "simulate", "july", "--users", 300, "--json"))
    won = page.get_by_role("table", name="What was won")
    expect(won.get_by_role("row")).to_have_count(len(found["prizes"]) + 1)
    coffees = next(one["count"] for one in found["prizes"] if one["gift"] == "reward:coffee")
    expect(won.get_by_role("row").filter(has_text="Reward: coffee")).to_contain_text(str(coffees))
    expect(page.locator("dl").filter(has_text="Coins for prizes")).to_contain_text(f"{100 * coffees:,}")
    accessible(page)
    page.get_by_role("button", name="Start").click()
    decided(page, "Start")
    expect(page.get_by_text("It waits for its start.")).to_be_visible()


def test_limits_and_who_may_take_part(desk, pages, tmp_path):
    page = opened(pages, desk)
    loaded(page, tmp_path, {**BASE, "name": "all-of-it", "award": {"fixed": 10}})
    page.get_by_label("Shakes per user and day").fill("3")
    page.get_by_label("Coins of all users per day").fill("50000")
    expect(page.get_by_text("Coins of a day last for about 5,000 shakes.")).to_be_visible()
    page.get_by_label("Pause between two shakes", exact=True).fill("30")
    page.get_by_label("Users per device").fill("4")
    page.get_by_label("Coins expire").select_option("some time after the win")
    page.get_by_label("So long after the win", exact=True).fill("12")
    page.get_by_label("Priority").fill("5")
    page.get_by_label("Account level").select_option("signed or higher")
    page.get_by_label("Segment", exact=True).select_option("friends")
    page.get_by_role("button", name="Condition").click()
    page.get_by_label("Kind of condition 1").select_option("referrals at least")
    page.get_by_label("Condition 1", exact=True).fill("3")
    expect(page.locator(".sentence")).to_contain_text(
        "Users of level signed or higher in friends with 1 condition can take part by watching TV and win 10 coins each"
        " time. Limits: 3 shakes a day each and 50,000 coins a day for all.")
    done(page)
    assert made(desk.home, "all-of-it") == created(desk.home, {
        **BASE, "award": {"fixed": 10}, "caps": {"attempts-per-user-and-day": 3, "coins-per-day": 50_000},
        "pace": {"cooldown": "PT30S", "users-per-device": 4}, "expires": "P12M", "priority": 5,
        "audience": {"minimum-mode": "signed", "segment": "friends", "conditions": ["referrals:3"]},
    }, "all-of-it-by-line")


def test_faults_stand_beside_their_fields_and_in_a_list_that_leads_there(desk, pages, tmp_path):
    page = opened(pages, desk)
    expect(page.get_by_role("heading", name="6 things to settle")).to_be_visible()
    # Nothing was typed yet, so nothing is wrong yet.
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    loaded(page, tmp_path, {**BASE, "name": "Not A Name", "award": AWARDS["weighted"]})
    page.get_by_label("Weight of no. 2").fill("ten")
    page.get_by_label("Coins per user").fill("100")
    page.get_by_label("Channels").fill("Nowhere")
    for label, text in [("Name", "can't be a campaign's name"), ("Weight of no. 2", "is not a whole number")]:
        field = page.get_by_label(label, exact=True)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field.locator("xpath=..")).to_contain_text(text)
    faults = page.locator(".cf-fault")
    faults.get_by_role("link", name="Weight of no. 2").press("Enter")
    expect(page.get_by_label("Weight of no. 2")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("100")
    page.get_by_label("Name", exact=True).fill("a-name")
    # What the file itself lacks nothing of is checked against all else.
    expect(page.get_by_text("a prize of 500 coins can't be paid", exact=False).first).to_be_visible()
    expect(faults.filter(has_text="Nowhere")).to_be_visible()
    page.get_by_label("Title").fill("")
    expect(faults.get_by_role("link", name="Title")).to_be_visible()
    page.get_by_role("button", name="Create the draft").click()
    expect(page.locator("[aria-invalid]").first).to_be_focused()
    assert "a-name" not in desk.home.qix("campaign", "list")


def test_a_draft_changes_by_what_differs(desk, pages):
    home = desk.home
    created(home, {**BASE, "award": AWARDS["weighted"], "expires": "P12M"}, "draft")
    page = opened(pages, desk, path="/console/campaigns/draft/rules")
    expect(page.get_by_role("heading", name="By hand: nothing changed yet")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_be_disabled()
    page.get_by_label("Title").fill("By hand, and longer")
    page.get_by_label("End", exact=True).fill("2027-09-30")
    page.get_by_label("Time of: End").fill("")
    page.get_by_label("Shakes per user and day").fill("2")
    page.get_by_label("Coins expire").select_option("as all coins do")
    expect(page.get_by_role("heading", name="4 changes")).to_be_visible()
    would = page.get_by_role("region", name="What would change")
    for text in ("title: By hand → By hand, and longer", "caps/attempts-per-user-and-day: none → 2",
                 "expires: P12M → none", "End: 31 August 2027, 20:00 → 30 September 2027"):
        expect(would).to_contain_text(text)
    page.get_by_label("Reason").fill("as agreed")
    lines = page.locator(".cli code").last.inner_text().splitlines()
    assert lines == [
        "qix campaign rules draft --title 'By hand, and longer' --cap-attempts-per-user-and-day 2 --expires none"
        " --reason 'as agreed'", "qix campaign schedule draft --end 2027-09-30 --reason 'as agreed'"]
    done(page, "Save the changes")
    wanted = {**BASE, "title": "By hand, and longer", "end": "2027-09-30", "award": AWARDS["weighted"],
              "caps": {"attempts-per-user-and-day": 2}}
    assert made(home, "draft") == created(home, wanted, "draft-by-line")


def test_a_running_campaign_changes_only_as_the_server_lets_it(desk, pages):
    home = desk.home
    created(home, {**BASE, "start": "2020-01-01", "end": "2099-01-01", "award": {"fixed": 10}, "caps": {"wins": 5}},
            "runs")
    home.qix("campaign", "start", "runs", "--quiet")
    page = opened(pages, desk, path="/console/campaigns/runs/rules")
    for label in ("Start", "Time zone", "Coins", "Channels", "Coins per user", "Window of draws"):
        expect(page.get_by_label(label, exact=True)).to_be_disabled()
    page.get_by_label("Wins of all users in all").fill("4")
    expect(page.get_by_label("Wins of all users in all")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Wins of all users in all").fill("9")
    done(page, "Save the changes")
    assert made(home, "runs")["caps"] == {"wins": 9}


def test_an_end_and_the_last_day_of_coins_move_together(desk, pages):
    """Each command is refused as long as the other hasn't run: the form finds the order, both ways."""
    home = desk.home
    created(home, {**BASE, "end": "2027-08-31", "award": {"fixed": 10}, "expires": "2027-09-30"}, "later")
    page = opened(pages, desk, path="/console/campaigns/later/rules")
    for end, last, first in [("2027-10-31", "2027-12-31", "rules"), ("2027-07-31", "2027-08-15", "schedule")]:
        page.get_by_label("End", exact=True).fill(end)
        page.get_by_label("Last day of the coins", exact=True).fill(last)
        expect(page.locator(".cli code").last).to_contain_text(re.compile(f"^[^a-z]*qix campaign {first} later"))
        done(page, "Save the changes")
        expect(page).to_have_url(re.compile("/campaigns/later$"))
        assert (made(home, "later")["end"], made(home, "later")["expires"]) == (end, last)
        page.goto(f"{desk.url}/console/campaigns/later/rules")


def test_a_copy_begins_with_another_campaign(desk, pages):
    home = desk.home
    # Rarer than the words of the odds tell.
    rare = {"weighted": [{"coins": 0, "weight": 9_999_999}, {"coins": 1_000_000, "weight": 1}]}
    first = created(home, {**BASE, "award": rare, "expires": "2027-12-31"}, "first")
    page = opened(pages, desk, path=f"{NEW}?copy=first")
    page.get_by_label("Name", exact=True).fill("second")
    page.get_by_label("Title").fill("The second")
    expect(page.locator(".cli code").last).to_contain_text("qix campaign create --file second.json")
    done(page)
    assert made(home, "second") == {**first, "title": "The second"}


def test_leaving_with_changes_asks(desk, pages):
    page = opened(pages, desk)
    page.get_by_label("Title").fill("Half a campaign")
    page.get_by_role("link", name="Doctor").click()
    page.get_by_role("dialog").get_by_role("button", name="Never mind").click()
    expect(page.get_by_label("Title")).to_have_value("Half a campaign")
    page.get_by_role("link", name="Doctor").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    expect(page).to_have_url(re.compile("/console/doctor$"))


def test_the_keyboard_alone_makes_a_campaign(desk, pages):
    page = opened(pages, desk)
    page.get_by_label("Name", exact=True).focus()
    for text in ("by-keyboard", "Alba", "By hand"):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    # A date is typed as the browser shows it: day or month first.
    page.get_by_label("Start", exact=True).fill("2027-06-01")
    page.get_by_label("End", exact=True).fill("2027-06-30")
    page.get_by_role("checkbox", name="watching TV").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("checkbox", name="watching TV")).to_be_focused()
    page.get_by_label("Channels").focus()
    page.keyboard.type("Uno")
    page.get_by_role("radio", name="the same each time").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("radio", name="the same each time")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="so many for each unit")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.get_by_label("Coins", exact=True).focus()
    page.keyboard.type("5")
    expect(page.get_by_text("Can be done", exact=True).first).to_be_visible()
    page.get_by_role("button", name="Create the draft").press("Enter")
    expect(page).to_have_url(re.compile("/by-keyboard$"))


@pytest.mark.parametrize("role", ["support", "auditor"])
def test_who_may_not_create_doesnt_see_the_form(desk, pages, role):
    page = opened(pages, desk, role)
    expect(page.get_by_text("Your role doesn't include this")).to_be_visible()
    page.goto(f"{desk.url}/console/campaigns/harvest/rules")
    expect(page.get_by_text("Your role doesn't include this")).to_be_visible()
    expect(page.locator("main .cf-side")).to_have_count(0)


def test_the_form_can_be_used_by_everybody(desk, pages, tmp_path):
    page = opened(pages, desk)
    loaded(page, tmp_path, {**BASE, "name": "looks", "award": AWARDS["weighted"]})
    page.get_by_role("checkbox", name="photographing receipts").check()
    page.get_by_role("button", name="Condition").click()
    page.get_by_role("button", name="Italiano").click()
    page.get_by_label("Language of the phone").select_option("Română")
    expect(page.get_by_text("Looking", exact=True)).to_have_count(0)
    accessible(page)
    fits(page)
    page.get_by_role("checkbox", name="photographing receipts").uncheck()
    # The list of faults would be another one.
    expect(page.get_by_text("Looking", exact=True)).to_be_visible()
    expect(page.get_by_text("Looking", exact=True)).to_have_count(0)
    walked(page)
    touchable(opened(pages, desk, width=360, height=740, has_touch=True))
