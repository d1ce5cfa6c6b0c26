"""Uses the page of `rollcall ui` as a person would: `ui.py FOLDER ADDRESS [PICTURES]`, the folder with the scenarios."""

import http.client
import sys

from browsing import equal, run, until


def opened(browser, address, hash="", **options):
    page = browser.page(address + hash, **options)
    page.wait_for_selector("#scenarios .id")
    return page


def verdicts(page):
    return dict(page.locator("#scenarios li").evaluate_all(
        "(all) => all.map((one) => [one.querySelector('.id').textContent, one.querySelector('.verdict').textContent])"))


def all_scenarios_run_on_click(browser, folder, address):
    page = opened(browser, address)
    equal(lambda: verdicts(page), {"A-1": "not run", "B-1": "not run", "C-1": "not run"})
    page.click("#runall")
    page.wait_for_selector(".failed >> nth=0")
    until(page, "page.isLive && !live.job && report.scenarios.every((one) => one.verdict)")
    until(page, "document.querySelectorAll('#scenarios .unrun').length === 0")
    equal(lambda: verdicts(page), {"B-1": "failed", "A-1": "passed", "C-1": "passed"})
    equal(lambda: page.inner_text("#sums"), "2 passed, 1 not passed of 3 scenarios")
    # The first failure opens when all have ended.
    equal(lambda: page.locator(".detail h2").all_inner_texts()[:1] and page.inner_text(".detail h2").startswith("failed B-1: "), True)
    browser.shot(page, "ui")
    equal(lambda: page.errors, [])


def a_failure_is_shown_and_shrunk(browser, folder, address):
    page = opened(browser, address, "#B-1")
    page.wait_for_selector("#tab-failure")
    equal(lambda: "callingState was not as expected" in page.inner_text(".failure > p"), True)
    with page.expect_download() as download:
        page.click(".facts >> text=capture")
    equal(lambda: open(download.value.path(), "rb").read(4).hex() in ("4d3cb2a1", "d4c3b2a1", "a1b23c4d", "a1b2c3d4"), True)
    page.click("text=Shrink")
    page.wait_for_selector(".shrunken")
    page.click(".shrunken summary")
    equal(lambda: "bob.callingState: reconnecting" in page.inner_text(".shrunken pre"), True)
    browser.shot(page, "shrunken")


def one_scenario_runs_with_seeds_and_is_compared(browser, folder, address):
    page = opened(browser, address, "#A-1")
    page.wait_for_selector("#tab-compare")
    page.fill("#seeds", "2..3")
    page.click(".actions >> text=Run")
    until(page, "!live.job && report.scenarios.find((one) => one.id === 'A-1').runs === 2")
    until(page, "page.bench && page.bench.others.some(({ id }) => id.startsWith('A-1, seed 1'))")
    page.fill("#seeds", "no seed")
    page.click(".actions >> text=Run")
    until(page, "document.querySelector('#notice').textContent.includes('1..20')")


def a_changed_file_runs_under_the_watch(browser, folder, address):
    page = opened(browser, address, "#B-1")
    page.fill("#seeds", "1")
    page.click("#watch")
    until(page, "live.watching")
    text = open(f"{folder}/b.yaml").read()
    open(f"{folder}/b.yaml", "w").write(text.replace("reconnecting", "inCall"))
    until(page, "(report.scenarios.find((one) => one.id === 'B-1') || {}).verdict === 'passed'")
    open(f"{folder}/b.yaml", "w").write(text.replace("callingState", "callngState"))
    until(page, "document.querySelector('#notice').textContent.includes('callngState')")
    open(f"{folder}/b.yaml", "w").write(text)
    until(page, "(report.scenarios.find((one) => one.id === 'B-1') || {}).verdict === 'failed'")
    page.click("#watch")
    until(page, "!live.watching")


def nothing_comes_from_elsewhere(browser, folder, address):
    page = opened(browser, address, "#A-1")
    page.wait_for_selector("#tab-packets")
    equal(lambda: [one for one in page.requests if not one.startswith(address)], [])


def other_sites_start_nothing(browser, folder, address):
    host = address.removeprefix("http://").rstrip("/")

    def status(method, path, fields):
        connection = http.client.HTTPConnection(host, timeout=10)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in {"Host": host, "Content-Length": "2", **fields}.items():
            connection.putheader(name, value)
        connection.endheaders(b"{}")
        return connection.getresponse().status

    json = {"Content-Type": "application/json"}
    equal(lambda: status("GET", "/api/state", {"Host": "evil.example"}), 403)
    equal(lambda: status("POST", "/api/run", {**json, "Origin": "http://evil.example"}), 403)
    equal(lambda: status("POST", "/api/run", {"Content-Type": "text/plain"}), 403)
    equal(lambda: status("POST", "/api/nothing", json), 404)
    equal(lambda: status("GET", "/files/A-1/..%2F..%2Fa.yaml", {}), 404)
    equal(lambda: status("GET", "/files/A-1/verdict.json", {}), 404)
    # A page of another origin, in a real browser: `file:` has the origin `null`.
    open(f"{folder}/evil.html", "w").write(
        f"""<script>fetch("{address}/api/stop", {{ method: "POST", headers: {{ "Content-Type": "application/json" }}, body: "{{}}" }})
        .then(() => document.title = "reached", () => document.title = "refused")</script>""")
    page = browser.page(f"file://{folder}/evil.html")
    until(page, "document.title !== ''")
    equal(lambda: page.title(), "refused")


checks = [value for value in list(globals().values())
          if callable(value) and getattr(value, "__module__", "") == "__main__" and value not in (opened, verdicts)]
run(checks, sys.argv[1], sys.argv[2], shots=sys.argv[3] if len(sys.argv) > 3 else None)
