"""Safari's engine, as Debian has it, shows the pages. Without TLS it keeps no `Secure` cookies: nobody signs in."""

import glob
import os
import subprocess
from contextlib import contextmanager

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"


@pytest.fixture(scope="module")
def webkit():
    with safari() as browser:
        yield browser


@contextmanager
def safari():
    """A browser of its own display. It takes the certificates that tests make for themselves."""
    reading, writing = os.pipe()
    display = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1440x900x24", "-nolisten", "tcp"],
        pass_fds=[writing], stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        number = os.read(reading, 16).decode().strip()
        options = webdriver.WebKitGTKOptions()
        options.binary_location = sorted(glob.glob(BROWSERS))[-1]
        options.add_argument("--automation")
        options.accept_insecure_certs = True
        service = webdriver.WebKitGTKService(
            "/usr/bin/WebKitWebDriver", env={**os.environ, "DISPLAY": f":{number}", "LIBGL_ALWAYS_SOFTWARE": "1"}
        )
        browser = webdriver.WebKitGTK(options=options, service=service)
        browser.set_page_load_timeout(20)
        try:
            yield browser
        finally:
            browser.quit()
    finally:
        display.terminate()
        display.wait(10)


def shown(browser, address):
    """Waits for the heading that a page's script makes, and looks whether all of its files came and are at work."""
    browser.get(address)
    heading = WebDriverWait(browser, 10).until(lambda page: page.find_element(By.TAG_NAME, "h1"))
    assert heading.is_displayed() and heading.text
    assert browser.execute_script("return document.querySelectorAll(':not(:defined)').length") == 0
    failed = browser.execute_script(
        "return performance.getEntriesByType('resource').filter(e => e.name.includes('.') && e.responseStatus >= 400)"
        ".map(e => new URL(e.name).pathname).filter(path => !path.startsWith('/v1/'))"
    )
    assert failed == []


def test_signing_in_comes_up(webkit, server):
    shown(webkit, f"{server.url}/console")
    assert webkit.find_elements(By.CSS_SELECTOR, "input[type=password]"), "there is no field for a token"


def test_gallery_comes_up(webkit, sources):
    shown(webkit, f"{sources.url}/console/gallery")
