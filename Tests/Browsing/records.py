"""Compares recorded runs from the disk on the page: `records.py FOLDER [PICTURES]`, the folder with report.html and page."""

import functools
import http.server
import sys
import threading

from browsing import equal, run, until


def opened(browser, folder, hash="#C-1"):
    page = browser.page(f"file://{folder}/report.html{hash}")
    page.wait_for_selector("#tab-compare")
    return page


def drag(page, *paths, drops=True):
    """Drags files from the disk over the page, as the system does."""
    session = page.context.new_cdp_session(page)
    data = {"items": [], "files": list(paths), "dragOperationsMask": 1}
    for kind in ["dragEnter", "dragOver"] + ["drop"] * drops:
        session.send("Input.dispatchDragEvent", {"type": kind, "x": 700, "y": 400, "data": data})


def item(major, value):
    """A short item of CBOR: a text, bytes, or a number below 24."""
    if major == 0:
        return bytes([value])
    return bytes([major << 5 | 24, len(value)]) + value


def capsule(folder, name, **pairs):
    parts = [item(3, key.encode()) + (item(0, value) if isinstance(value, int) else item(2 if isinstance(value, bytes) else 3, value if isinstance(value, bytes) else value.encode())) for key, value in pairs.items()]
    with open(f"{folder}/{name}", "wb") as file:
        file.write(bytes([0xA0 | len(parts)]) + b"".join(parts))
    return f"{folder}/{name}"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def alert(page):
    return page.inner_text('.result [role="alert"]')


def a_dropped_capsule_is_compared(browser, folder):
    page = opened(browser, folder, "#B-1")
    drag(page, f"{folder}/.rollcall/B-1/capsule.rollcall", drops=False)
    until(page, "document.body.classList.contains('dropping')")
    browser.shot(page, "dropping")
    drag(page, f"{folder}/.rollcall/B-1/capsule.rollcall")
    until(page, "document.querySelector('.result .sums')?.textContent.startsWith('0 entries differ, 0 come at another time')")
    equal(lambda: page.get_attribute("#tab-compare", "aria-selected"), "true")
    equal(lambda: page.locator(".pair.head b").all_inner_texts(), ["B-1", "capsule.rollcall"])
    equal(lambda: page.evaluate("document.body.classList.contains('dropping')"), False)
    equal(lambda: page.errors, [])


def a_capsule_of_another_run_differs(browser, folder):
    page = opened(browser, folder)
    page.click("#tab-compare")
    page.set_input_files('[aria-label="a journal or a capsule from the disk"]', f"{folder}/.rollcall/B-1/capsule.rollcall")
    equal(lambda: page.locator(".pair.gone", has_text="crash").count() > 0, True)
    browser.shot(page, "capsule")


def a_dropped_journal_is_compared(browser, folder):
    page = opened(browser, folder)
    drag(page, f"{folder}/.rollcall/C-1/journal.ndjson")
    until(page, "document.querySelector('.result .sums')?.textContent.startsWith('0 entries differ')")


def the_folder_of_a_run_is_compared(browser, folder):
    page = opened(browser, folder)
    page.click("#tab-compare")
    page.set_input_files('[aria-label="the folder of a run from the disk"]', f"{folder}/.rollcall/A-1")
    equal(lambda: page.locator(".pair.head b").all_inner_texts(), ["C-1", "A-1/journal.ndjson"])
    # Of the folder of all runs, the one of the same scenario is taken.
    page.set_input_files('[aria-label="the folder of a run from the disk"]', f"{folder}/.rollcall")
    equal(lambda: page.locator(".pair.head b").all_inner_texts(), ["C-1", ".rollcall/C-1/journal.ndjson"])


def a_dropped_folder_is_compared_on_a_served_page(browser, folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.page(f"http://127.0.0.1:{server.server_port}/page/index.html#C-1")
    page.wait_for_selector("#tab-compare")
    drag(page, f"{folder}/.rollcall/A-1")
    equal(lambda: page.locator(".pair.head b").all_inner_texts(), ["C-1", "journal.ndjson"])
    equal(lambda: page.errors, [])
    server.shutdown()


def a_dropped_folder_is_explained_on_a_page_from_the_disk(browser, folder):
    page = opened(browser, folder)
    drag(page, f"{folder}/.rollcall/A-1")
    equal(lambda: alert(page), "This browser does not show the files of the folder A-1 to a page. Drop its journal.ndjson, or choose the folder under Compare.")


def a_capsule_without_a_journal_names_the_command(browser, folder):
    page = opened(browser, folder)
    empty = capsule(folder, "empty.rollcall", id="B-1", journal=b"", scenario=b"x", rollcallCapsule=1)
    drag(page, empty)
    equal(lambda: alert(page), "empty.rollcall holds no journal. Run it again with `rollcall replay empty.rollcall`, and choose .rollcall/.replay/B-1/journal.ndjson.")
    browser.shot(page, "no-journal")
    newer = capsule(folder, "newer.rollcall", id="B-1", journal=b"", rollcallCapsule=2)
    drag(page, newer)
    equal(lambda: alert(page), "newer.rollcall is not a capsule that this page can read. `rollcall inspect newer.rollcall` says more.")


def a_damaged_capsule_is_an_error_that_says_where(browser, folder):
    page = opened(browser, folder)
    with open(f"{folder}/.rollcall/B-1/capsule.rollcall", "rb") as file:
        whole = file.read()
    with open(f"{folder}/cut.rollcall", "wb") as file:
        file.write(whole[:-9])
    drag(page, f"{folder}/cut.rollcall")
    equal(lambda: alert(page), f"cut.rollcall is a damaged capsule: it ends at byte {len(whole) - 9}, within an item. `rollcall inspect cut.rollcall` says more.")
    drag(page, f"{folder}/.rollcall/B-1/capture.pcap")
    equal(lambda: alert(page), "capture.pcap is neither a journal nor a capsule. `rollcall inspect capture.pcap` says more.")
    drag(page, f"{folder}/.rollcall/B-1/verdict.json")
    equal(lambda: alert(page), "verdict.json has no entry of a journal.")
    equal(lambda: page.errors, [])


def without_a_chosen_run_a_drop_asks_for_one(browser, folder):
    page = browser.page(f"file://{folder}/report.html#/")
    drag(page, f"{folder}/.rollcall/A-1/journal.ndjson")
    equal(lambda: page.inner_text("#said"), "Choose a scenario first: the dropped run is compared with it.")
    equal(lambda: page.url.endswith("report.html#/"), True)


helpers = (opened, drag, item, capsule, alert, Quiet)
checks = [value for value in list(globals().values()) if callable(value) and getattr(value, "__module__", "") == "__main__" and value not in helpers]
run(checks, sys.argv[1], shots=sys.argv[2] if len(sys.argv) > 2 else None)
