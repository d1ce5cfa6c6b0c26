"""Reads the report in a folder as a person would: `folder.py FOLDER [PICTURES]`, the folder with page/index.html."""

import os
import shutil
import sys

from browsing import chosen, equal, run, until


def opened(browser, folder, hash="", **options):
    page = browser.page(f"file://{folder}/page/index.html{hash}", **options)
    page.wait_for_selector("#tab-timeline")
    return page


def names(page):
    return [os.path.basename(one.partition("#")[0]) for one in page.requests]


def loads_a_run_when_it_is_chosen(browser, folder):
    page = opened(browser, folder)
    equal(lambda: page.inner_text(".detail h2").startswith("failed B-1: "), True)
    equal(lambda: names(page), ["index.html", "run-1.js"])
    equal(lambda: page.locator(".failure pre").count() > 1, True)
    page.click("#scenarios button.scenario >> nth=1")
    equal(lambda: page.inner_text(".detail h2").startswith("passed A-1: "), True)
    page.wait_for_selector(".scroller line.arrow", state="attached")
    equal(lambda: names(page), ["index.html", "run-1.js", "run-0.js"])
    page.go_back()
    equal(lambda: page.get_attribute("#tab-failure", "aria-selected"), "true")
    equal(lambda: page.locator("body > script[src]").count(), 0)
    equal(lambda: page.errors, [])
    browser.shot(page, "folder")


def every_tab_is_that_of_the_one_file(browser, folder):
    page = opened(browser, folder)
    page.click("text=Show where it broke")
    equal(lambda: chosen(page).startswith("✕ step 3"), True)
    page.fill(".find input", "/accept")
    equal(lambda: page.inner_text(".find .count").startswith("1 of "), True)
    page.click("#tab-source")
    equal(lambda: "reconnecting" in page.inner_text(".row.broken"), True)
    page.click("#tab-packets")
    equal(lambda: page.locator(".rows .tr").count() > 10, True)
    page.click("#tab-compare")
    page.select_option('[aria-label="compare with"]', "A-1")
    page.wait_for_selector(".pair.alike")
    links = page.locator(".facts a").evaluate_all("(all) => all.map((one) => one.href)")
    equal(lambda: [os.path.exists(one.removeprefix("file://")) for one in links], [True, True, True])


def the_list_is_searched_without_loading(browser, folder):
    page = opened(browser, folder)
    page.fill("#filter", "c-1")
    equal(lambda: page.locator("#scenarios .id").all_inner_texts(), ["C-1"])
    equal(lambda: names(page), ["index.html", "run-1.js"])


def is_printed_whole(browser, folder):
    page = opened(browser, folder)
    page.click("#tab-timeline")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    equal(lambda: [page.is_visible(one) for one in [".list", ".controls", ".failure"]], [False, False, True])
    equal(lambda: page.evaluate("document.querySelectorAll('.field g.item').length === page.bench.drawing.rows.length"), True)
    equal(lambda: len(page.pdf()) > 20_000, True)


def a_page_without_its_folder_says_so(browser, folder):
    os.makedirs(f"{folder}/alone", exist_ok=True)
    shutil.copy(f"{folder}/page/index.html", f"{folder}/alone/index.html")
    page = browser.page(f"file://{folder}/alone/index.html")
    page.click("#tab-timeline")
    equal(lambda: page.inner_text(".view-timeline .empty").startswith("runs/run-1.js cannot be read."), True)
    page.click("#scenarios button.scenario >> nth=2")
    equal(lambda: page.inner_text(".view-timeline .empty").startswith("runs/run-2.js cannot be read."), True)


def two_choices_at_once_show_the_last(browser, folder):
    page = opened(browser, folder)
    page.evaluate("choose('A-1'); choose('C-1'); choose('B-1'); choose('C-1')")
    equal(lambda: page.inner_text(".detail h2").startswith("passed C-1: "), True)
    until(page, "page.bench && page.bench.one.id === 'C-1'")
    equal(lambda: page.errors, [])


checks = [value for value in list(globals().values()) if callable(value) and getattr(value, "__module__", "") == "__main__" and value not in (opened, names)]
run(checks, sys.argv[1], shots=sys.argv[2] if len(sys.argv) > 2 else None)
