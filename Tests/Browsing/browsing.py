"""Runs the checks of a module in Debian's Chromium, a line each: `ok NAME`, or `not ok NAME` with the reason."""

import traceback
from time import monotonic, sleep

from playwright.sync_api import sync_playwright

# The seconds after which a page that does not show what it should has failed. A busy machine takes long.
PATIENCE = 90


class Browser:
    def __init__(self, chromium, shots=None):
        self.chromium = chromium
        self.shots = shots

    def page(self, address, width=1300, height=850, **options):
        """A page of its own, with the errors and the requests that it makes."""
        context = self.chromium.new_context(viewport={"width": width, "height": height}, **options)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.errors, page.requests = [], []
        page.on("pageerror", lambda error: page.errors.append(error.message))
        page.on("console", lambda said: page.errors.append(said.text) if said.type == "error" else None)
        page.on("request", lambda request: page.requests.append(request.url))
        page.goto(address)
        return page

    def shot(self, page, name):
        """Keeps a picture, where a folder for pictures was named."""
        if self.shots:
            page.screenshot(path=f"{self.shots}/{name}.png")


def run(checks, *arguments, shots=None):
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"], timeout=PATIENCE * 1000)
        browser = Browser(chromium, shots)
        for check in checks:
            try:
                check(browser, *arguments)
                print("ok", check.__name__, flush=True)
            except Exception as error:
                print("not ok", check.__name__, reason(error), flush=True)
        chromium.close()


def reason(error):
    """The line of the check that failed, and the first line of the error."""
    line = next((one.lineno for one in reversed(traceback.extract_tb(error.__traceback__)) if one.name not in ("equal", "run")
                 and "site-packages" not in one.filename), 0)
    return f"in line {line}: {(str(error) or type(error).__name__).splitlines()[0]}"


def equal(read, expected):
    """Reads a value until it is the expected one. A page shows most of what it is told a frame later."""
    ends = monotonic() + PATIENCE
    while (actual := read()) != expected:
        assert monotonic() < ends, f"{actual!r} is not {expected!r}"
        sleep(0.02)


def until(page, condition):
    """Waits until an expression is true; the page's own policy does not let it be evaluated in the page."""
    for _ in range(PATIENCE * 50):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"{condition} did not become true")


def chosen(page):
    """The text of the item that is chosen in the timeline."""
    return page.evaluate("page.bench.drawing.chosen?.text ?? ''")
