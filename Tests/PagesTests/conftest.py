"""What all tests of pages share: one browser, one sample home, and a server on a copy of it for each kind of pages."""

import shutil

import pytest
from harness import CHROMIUM, FLAGS, PROGRAM, ROOT, Home, Pages, Server
from playwright.sync_api import sync_playwright


@pytest.fixture(scope="session")
def sample(tmp_path_factory):
    assert PROGRAM.exists(), f"there is no {PROGRAM}: make release, or name a program by QIX_BINARY"
    home = Home(tmp_path_factory.mktemp("sample") / "home")
    home.qix("init", "--sample", "--quiet", "--yes")
    # All tests sign in from one address.
    home.qix("setting", "set", "server.guest-requests-per-minute", "1000000", "--quiet")
    return home.folder


def served(sample, folder, *options):
    shutil.copytree(sample, folder)
    server = Server(Home(folder), *options)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def server(sample, tmp_path_factory):
    """The pages that lie in the program."""
    yield from served(sample, tmp_path_factory.mktemp("bundled") / "home")


@pytest.fixture(scope="session")
def sources(sample, tmp_path_factory):
    """The pages' sources, with those that are for development alone."""
    yield from served(sample, tmp_path_factory.mktemp("sources") / "home", "--pages", str(ROOT))


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def pages(chromium):
    pages = Pages(chromium)
    yield pages
    pages.close()
