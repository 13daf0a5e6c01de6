"""The customers' app in Safari's engine, which keeps `Secure` cookies with TLS alone: the server has a certificate."""

import json
import re
import shutil
import subprocess
from urllib.parse import quote

import pytest
from harness import Home, Server
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from test_app_receipt import CAMPAIGN, paper, photo, saved
from test_webkit import shown, webkit  # noqa: F401


@pytest.fixture(scope="module")
def shop(sample, tmp_path_factory):
    folder = tmp_path_factory.mktemp("app-webkit")
    shutil.copytree(sample, folder / "home")
    home = Home(folder / "home")
    home.qix("setting", "set", "sessions.guests", "open", "--quiet")
    home.qix("directive", "add", "here", "--campaign", "harvest", "--priority", -1, "--quiet")
    (folder / "cola.json").write_text(json.dumps({**CAMPAIGN, "name": "cola", "title": "Cola days"}))
    home.qix("campaign", "create", "--file", folder / "cola.json", "--quiet")
    home.qix("campaign", "fund", "cola", "--amount", 1000, "--quiet")
    home.qix("campaign", "start", "cola", "--quiet")
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    key.chmod(0o600)
    server = Server(home, "--certificate", str(certificate), "--certificate-key", str(key))
    server.url = server.url.replace("http:", "https:")
    yield server
    server.stop()


def title(page, name):
    WebDriverWait(page, 10).until(lambda _: page.execute_script("return document.querySelector('h1')?.textContent") == name)


def press(page, name):
    """Presses a button or follows a link by the beginning of its name."""
    def found(_):
        all_of_them = page.find_elements(By.CSS_SELECTOR, "button, a")
        return next((one for one in all_of_them if one.is_displayed() and one.text.startswith(name)), None)

    # A view that is drawn again meanwhile has another button of that name.
    WebDriverWait(page, 10, ignored_exceptions=[StaleElementReferenceException]).until(found).click()


def test_b3_to_b7_from_the_welcome_to_a_voucher(webkit, shop):  # noqa: F811
    shown(webkit, f"{shop.url}/app/")
    title(webkit, "Shake it.")
    webkit.find_elements(By.CSS_SELECTOR, ".dots button")[2].click()
    title(webkit, "Take something.")
    press(webkit, "Start without an account")
    press(webkit, "Shake now")
    title(webkit, "Shake your phone")
    press(webkit, "Can’t shake?")
    title(webkit, "The ring is closed")
    user = webkit.execute_async_script("""const done = arguments[0]
      fetch("/v1/users/me", { headers: { "Qix-Face": "app" } }).then(one => one.json()).then(one => done(one.user))""")
    shop.home.qix("coins", "issue", "--to", user, "--amount", 100, "--quiet")
    webkit.get(f"{shop.url}/app/rewards/coffee")
    title(webkit, "A coffee")
    press(webkit, "Take it for 100")
    webkit.find_element(By.CSS_SELECTOR, "dialog .btn.main").click()
    WebDriverWait(webkit, 10).until(lambda page: page.find_elements(By.CSS_SELECTOR, ".ticket svg, .ticket img"))
    assert "/app/vouchers/vch_" in webkit.current_url
    webkit.back()
    # A way back that is still under way leads away from the next page.
    WebDriverWait(webkit, 10).until(lambda page: "/app/vouchers/" not in page.current_url)
    webkit.get(f"{shop.url}/app/wallet")
    title(webkit, "Wallet")
    WebDriverWait(webkit, 5).until(lambda page: page.find_element(By.CSS_SELECTOR, ".figure").text == "20")
    press(webkit, "Till code")
    title(webkit, "Code for the till")
    WebDriverWait(webkit, 5).until(lambda page: re.fullmatch(
        r"(\d{4} ){4}\d{4}", page.find_element(By.CSS_SELECTOR, "p.code").text))


def test_each_view_comes_up(webkit, sources):  # noqa: F811
    shown(webkit, f"{sources.url}/app/gallery")
    names = [one.text for one in webkit.find_elements(By.CSS_SELECTOR, ".rows a")]
    assert len(names) > 30
    for name in names:
        # By address: a press on a list that the way back still moves may miss.
        webkit.get(f"{sources.url}/app/gallery/{quote(name)}")
        WebDriverWait(webkit, 10).until(lambda page: page.execute_script(TAG), name)
        assert webkit.execute_script(TAG) not in ("app-failed", "app-gallery"), name
        assert webkit.execute_script("return document.scrollingElement.scrollWidth <= innerWidth"), name


TAG = "return document.querySelector('body > .app:has(#main > *)')?.localName ?? null"


def test_b3_a_photo_of_a_receipt_counts(webkit, shop, tmp_path):  # noqa: F811
    webkit.get(f"{shop.url}/app/")
    # The browser is that of the test before, which may have begun.
    webkit.execute_async_script("""const done = arguments[0]
      fetch("/v1/sessions/trial", { method: "POST", body: "{}", headers: { "Content-Type": "application/json",
        "Idempotency-Key": crypto.randomUUID(), "Qix-Face": "app", "Prefer": "session=cookie" } }).then(() => done())""")
    webkit.get(f"{shop.url}/app/shake/cola?type=receipt")
    title(webkit, "Photograph a receipt")
    webkit.find_elements(By.CSS_SELECTOR, "input[type=file]")[-1].send_keys(str(saved(photo(paper(60)), tmp_path)))
    title(webkit, "Is this the whole receipt?")
    press(webkit, "Use it")
    title(webkit, "Is it all here?")
    press(webkit, "Hand it in")
    WebDriverWait(webkit, 30).until(lambda page: page.find_elements(By.CSS_SELECTOR, "[aria-label='You won 2 coins']"))
