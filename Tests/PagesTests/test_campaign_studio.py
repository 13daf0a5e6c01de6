"""Around the form of a campaign: its file both ways, its titles in further languages, and the picture of the phone."""

import json
import re
from datetime import date, timedelta

from harness import ROOT, Home
from playwright.sync_api import expect
from test_campaign_form import BASE, NEW, created, desk, done, loaded, made, opened  # noqa: F401


def written(page):
    """The file that the form writes."""
    return json.loads(page.locator(".cf-code").text_content())


def test_a_file_goes_into_the_form_and_comes_out_the_same(desk, pages, tmp_path):
    page = opened(pages, desk)
    evil = '<img src=x onerror=alert(1)>"'
    file = {
        **BASE, "name": "from-file", "title": evil, "note": "kept", "odd": {"a": [9007199254740993, 1.5]},
        "shakes": {"tv": {"channels": ["Uno"], "colour": [evil]}, "receipt": {
            "products": [{"name": "Cola", "words": ["acme", "cola"], "size": 1}], "age": "P1M", "currency": "EUR"}},
        "award": {"table": {"fact": "score", "rows": [{"note": "x", "from": 0.5, "coins": 5}]}, "note": "y"},
        "caps": {"wins": "many"}, "expires": "P1Y2M",
    }
    loaded(page, tmp_path, file)
    expect(page.locator("input[type=file]")).to_be_focused()
    page.get_by_text("Show it").click()
    assert json.loads(page.locator(".cf-code").inner_text()) == file
    expect(page.get_by_label("Wins of all users in all")).to_have_attribute("aria-invalid", "true")
    for label in ("Remove odd", "Remove colour"):
        page.get_by_role("button", name=label).click()
    page.get_by_label("Wins of all users in all").fill("7")
    page.get_by_role("button", name="Remove size").click()
    page.get_by_label("Words").fill("acme\ncola\nzero")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    assert download.value.suggested_filename == "from-file.json"
    del file["odd"], file["shakes"]["tv"]["colour"], file["shakes"]["receipt"]["products"][0]["size"]
    file["caps"]["wins"] = 7
    file["shakes"]["receipt"]["products"][0]["words"].append("zero")
    saved = download.value.path().read_bytes()
    assert not saved.startswith(b"\xef\xbb\xbf") and json.loads(saved) == file
    path = tmp_path / "list.json"
    path.write_text("[1]")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_text("is not a campaign's file")).to_be_visible()
    done(page)
    assert made(desk.home, "from-file") == created(desk.home, file, "from-file-by-line")


def test_a_prize_of_a_file_that_nobody_else_knows_stays(desk, pages, tmp_path):
    page = opened(pages, desk)
    prizes = [{"coins": 5, "weight": 19}, {"gift": "reward:<b>gone</b>", "weight": 1}]
    loaded(page, tmp_path, {**BASE, "name": "gone", "award": {"weighted": prizes}})
    expect(page.get_by_label("Prize no. 2")).to_have_value("reward:<b>gone</b>")
    expect(page.locator(".cf-section .hint.bad").filter(has_text="reward")).to_be_visible()
    page.get_by_label("Prize no. 2").select_option("Coins")
    page.get_by_label("Coins of no. 2").fill("50")
    expect(page.get_by_text("A shake costs 7.25 coins on average.")).to_be_visible()
    done(page)
    assert made(desk.home, "gone")["award"] == {"weighted": [{"coins": 5, "weight": 19}, {"coins": 50, "weight": 1}]}


def test_each_campaign_of_the_sample_home_is_the_same_by_form_and_by_line(desk, pages, sample, tmp_path):
    names = [one["campaign"] for one in json.loads(Home(sample).qix("campaign", "list", "--json"))["campaigns"]]
    assert len(names) >= 8
    page = opened(pages, desk)
    for name in names:
        line = json.loads(desk.home.qix("campaign", "show", name, "--file", "-"))
        page.goto(f"{desk.url}/console/campaigns/{name}/rules")
        expect(page.get_by_role("heading", name="nothing changed yet")).to_be_visible()
        assert written(page) == line, name
        page.goto(desk.url + NEW)
        loaded(page, tmp_path, line)
        assert written(page) == line, name
        with page.expect_download() as download:
            page.get_by_role("button", name="Save", exact=True).click()
        saved = tmp_path / download.value.suggested_filename
        download.value.save_as(saved)
        assert json.loads(saved.read_text()) == line, name
        page.locator("input[type=file]").set_input_files(saved)
        expect(page.get_by_text(f"{saved.name} is in the form now.")).to_be_visible()
        assert written(page) == line, name
        page.get_by_label("Name", exact=True).fill(f"{name}-again")
        done(page)
        expect(page).to_have_url(re.compile(f"/campaigns/{name}-again$"))
        del line["name"]
        assert made(desk.home, f"{name}-again") == line == created(desk.home, json.loads(saved.read_text()),
                                                                   f"{name}-by-line"), name


def test_the_phone_follows_each_key_in_the_language_that_one_chooses(desk, pages):
    page = opened(pages, desk)
    phone = page.get_by_role("group", name="The phone in English")
    expect(phone).to_contain_text("What will you play?")
    expect(page.get_by_text("Choose how users shake")).to_be_visible()
    page.get_by_role("checkbox", name="scanning products").check()
    page.get_by_label("Title", exact=True).press_sequentially("Coff")
    expect(phone.get_by_role("heading", name="Coff", exact=True)).to_be_visible()
    page.get_by_label("Title", exact=True).press_sequentially("ee")
    expect(phone.get_by_role("heading", name="Coffee", exact=True)).to_be_visible()
    expect(phone).to_contain_text("Scan a product")
    page.get_by_label("End", exact=True).fill((date.today() + timedelta(9)).isoformat())
    expect(phone).to_contain_text("Scan a product, until")
    page.get_by_role("radio", name="the same each time").check()
    page.get_by_label("Coins", exact=True).fill("7")
    expect(page.get_by_text("Users learn their prize after the shake: 7 coins each time.")).to_be_visible()
    # No language has a title of its own yet.
    page.get_by_label("Language of the phone").select_option("Italiano")
    phone = page.get_by_role("group", name="The phone in Italiano")
    expect(phone).to_contain_text("Coffee")
    expect(phone).to_contain_text("Scansiona un prodotto. Ultimo giorno:")
    expect(phone).to_have_attribute("lang", "it")
    expect(page.get_by_text("No title in Italiano yet")).to_be_visible()
    page.get_by_role("group", name="Add a language").get_by_role("button", name="Italiano").press("Enter")
    title = page.get_by_label("Title: Italiano")
    expect(title).to_be_focused()
    page.keyboard.type("Caffè")
    expect(phone.get_by_role("heading", name="Caffè", exact=True)).to_be_visible()
    expect(page.get_by_text("No title in Italiano yet")).to_have_count(0)
    page.get_by_role("group", name="Add a language").get_by_role("button", name="Română").click()
    page.get_by_label("Title: Română").fill("Cafea")
    assert written(page)["texts"] == {"it": {"title": "Caffè"}, "ro": {"title": "Cafea"}}
    title.fill("")
    assert written(page)["texts"] == {"ro": {"title": "Cafea"}}
    page.get_by_label("Title: Română").fill("")
    assert "texts" not in written(page)
    expect(phone.get_by_role("heading", name="Coffee", exact=True)).to_be_visible()


def test_a_picture_of_the_brand_is_on_the_phone(desk, pages, tmp_path):
    desk.home.qix("picture", "add", "pen", ROOT / "data/pictures/pen.png", "--quiet")
    pages.expect("^400 POST /v1/campaigns$")
    file = {**BASE, "name": "pictured", "award": {"fixed": 10}, "picture": "picture:gone"}
    page = opened(pages, desk)
    loaded(page, tmp_path, file)
    field = page.get_by_label("Picture", exact=True)
    expect(field.locator("xpath=..")).to_contain_text("There is no picture 'gone'")
    picture = page.locator(".cf-phone .card img")
    expect(picture).to_have_count(0)
    assert page.locator("datalist option[value='picture:pen']").count() == 1
    field.fill("picture:pen")
    expect(picture.first).to_have_attribute("src", re.compile(r"^/v1/pictures/pen\.[0-9a-f]+$"))
    # The app shows none of elsewhere.
    field.fill("https://a.example/a.jpg")
    expect(picture).to_have_count(0)
    field.fill("picture:pen")
    done(page)
    assert made(desk.home, "pictured")["picture"] == "picture:pen"
    page.goto(f"{desk.url}/console/campaigns/pictured/rules")
    page.get_by_label("Picture", exact=True).fill("")
    expect(page.locator(".cli code").last).to_contain_text("qix campaign rules pictured --picture none")


def test_texts_are_kept_and_their_faults_stand_at_their_titles(desk, pages, tmp_path):
    home = desk.home
    file = {**BASE, "award": {"fixed": 10}, "texts": {"it": {"title": "A mano"}, "es": {"title": "A mano, ya"}}}
    page = opened(pages, desk)
    loaded(page, tmp_path, {**file, "name": "texts", "texts": {**file["texts"], "it": {"title": "A\u200bmano"}}})
    title = page.get_by_label("Title: Italiano")
    expect(title).to_have_attribute("aria-invalid", "true")
    expect(title.locator("xpath=..")).to_contain_text("without hidden characters")
    expect(page.get_by_label("Title: Español")).not_to_have_attribute("aria-invalid", "true")
    page.locator(".cf-fault").get_by_role("link", name="Title: Italiano").press("Enter")
    expect(title).to_be_focused()
    title.fill("A mano")
    # Languages that were chosen stay while they have no title.
    for language in ("Català", "Română"):
        page.get_by_role("group", name="Add a language").get_by_role("button", name=language).click()
    expect(page.get_by_label("Title: Català")).to_be_visible()
    expect(page.get_by_label("Title: Română")).to_be_focused()
    done(page)
    assert made(home, "texts") == created(home, file, "texts-by-line") == file
    pages.expect("^400 POST /v1/campaigns/texts/rules")
    page.goto(f"{desk.url}/console/campaigns/texts/rules")
    page.get_by_label("Title: Español").fill("")
    page.get_by_label("Title: Italiano").fill("\u200b")
    expect(page.get_by_label("Title: Italiano")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Title: Italiano").fill("Fatto a mano")
    expect(page.locator(".cli code").last).to_contain_text(
        """qix campaign rules texts --texts '{"it":{"title":"Fatto a mano"}}'""")
    done(page, "Save the changes")
    assert made(home, "texts")["texts"] == {"it": {"title": "Fatto a mano"}}


def test_a_taken_name_and_a_missing_product_are_marked_at_their_fields(desk, pages, tmp_path):
    page = opened(pages, desk)
    loaded(page, tmp_path, {**BASE, "name": "harvest", "award": {"fixed": 10}})
    name = page.get_by_label("Name", exact=True)
    expect(name).to_have_attribute("aria-invalid", "true")
    page.locator(".cf-fault").get_by_role("link", name="Name").press("Enter")
    expect(name).to_be_focused()
    loaded(page, tmp_path, {**BASE, "name": "scanned", "shakes": {"scan": {"products": ["4012345678901"]}},
                            "award": {"fixed": 10}})
    products = page.get_by_label("Products", exact=True)
    expect(products).to_have_attribute("aria-invalid", "true")
    page.locator(".cf-fault").get_by_role("link").press("Enter")
    expect(products).to_be_focused()
