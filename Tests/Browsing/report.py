"""Reads the HTML report as a person would: `report.py FOLDER [PICTURES]`, the folder with report.html and crowd.html."""

import os
import sys
from urllib.parse import unquote

from browsing import chosen, equal, run, until


def opened(browser, folder, hash="", **options):
    page = browser.page(f"file://{folder}/report.html{hash}", **options)
    page.wait_for_selector("#tab-timeline")
    return page


def opens_at_the_first_failure(browser, folder):
    page = opened(browser, folder)
    equal(lambda: page.inner_text(".detail h2").startswith("failed B-1: "), True)
    equal(lambda: page.get_attribute("#tab-failure", "aria-selected"), "true")
    equal(lambda: "callingState was not as expected" in page.inner_text(".failure > p"), True)
    equal(lambda: page.text_content(".steps .failed .name"), "expect bob.callingState: reconnecting within 5s, failed")
    equal(lambda: page.inner_text('.steps [aria-current="step"] .when').split()[:1], ["0.000"])
    equal(lambda: page.locator("#scenarios .id").all_inner_texts(), ["B-1", "A-1", "C-1"])
    page.click("text=Show where it broke")
    equal(lambda: chosen(page).startswith("✕ step 3"), True)
    equal(lambda: page.locator(".scroller line.arrow").count() > 10, True)
    equal(lambda: "bob inCall" in page.inner_text(".people").replace("\n", " "), True)
    page.click("#tab-source")
    equal(lambda: "reconnecting" in page.inner_text(".row.broken"), True)
    browser.shot(page, "source")
    equal(lambda: page.errors, [])


def fetches_nothing(browser, folder):
    page = opened(browser, folder)
    for tab in ["timeline", "packets", "source", "compare"]:
        page.click(f"#tab-{tab}")
    equal(lambda: [one for one in page.requests if not one.endswith("/report.html")], [])


def a_step_leads_to_its_instant(browser, folder):
    page = opened(browser, folder)
    page.click(".steps button >> nth=1")
    equal(lambda: chosen(page), "step 2: bob: accept")
    page.click("text=Kinds")
    page.check("text=only the chosen step")
    steps = lambda: page.evaluate("[...new Set(page.bench.drawing.rows.map((item) => item.step.number))]")
    equal(steps, [2])
    page.click(".steps button >> nth=0")
    equal(steps, [1])


def a_change_leads_to_its_datagram(browser, folder):
    page = opened(browser, folder, "#A-1")
    change = "page.bench.drawing.rows.find((item) => item.kind === 'state' && item.cause)"
    cause = page.evaluate(f"page.bench.drawing.reveal({change}), {change}.cause")
    page.click(".panel .cause")
    equal(lambda: page.evaluate("page.bench.drawing.chosen.number"), cause)
    equal(lambda: "messageID" in page.inner_text(".panel"), True)
    page.evaluate(f"page.bench.drawing.reveal({change})")
    page.focus(".scroller")
    page.keyboard.press("Enter")
    equal(lambda: page.evaluate("page.bench.drawing.chosen.number"), cause)


def a_crash_ends_the_bar(browser, folder):
    page = opened(browser, folder, "#C-1")
    spans = lambda: page.evaluate(
        """const { timeline } = page.bench; const lane = timeline.laneOfName.get("bob");
        timeline.spans.filter((span) => span.lane === lane).map((span) => [span.state, span.to ? span.to.entry.text || span.to.entry.to : "the end"])"""
    )
    equal(spans, [["incoming", "joining"], ["joining", "inCall"], ["inCall", "crash"], ["gone", "restart"], ["idle", "the end"]])
    page.evaluate("page.bench.drawing.reveal(page.bench.timeline.spans.find((span) => span.isGone).from)")
    page.wait_for_selector("line.gone", state="attached")


def keys_reach_everything(browser, folder):
    page = opened(browser, folder)
    page.keyboard.press("/")
    page.keyboard.type("a-1")
    equal(lambda: page.locator("#scenarios .id").all_inner_texts(), ["A-1"])
    page.fill("#filter", "")
    page.focus("#scenarios button.scenario >> nth=0")
    page.keyboard.press("ArrowDown")
    equal(lambda: page.evaluate("document.activeElement.querySelector('.id')?.textContent"), "A-1")
    page.keyboard.press("Enter")
    until(page, "document.activeElement.className === 'scroller'")
    page.keyboard.press("End")
    equal(lambda: page.evaluate("page.bench.drawing.chosen === page.bench.drawing.rows.at(-1)"), True)
    page.keyboard.press("ArrowUp")
    equal(lambda: page.evaluate("page.bench.drawing.chosen === page.bench.drawing.rows.at(-2)"), True)
    before = page.evaluate("page.bench.drawing.rowHeight")
    page.keyboard.press("+")
    equal(lambda: page.evaluate("page.bench.drawing.rowHeight") > before, True)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    equal(lambda: page.evaluate("document.activeElement.querySelector('.id')?.textContent"), "A-1")
    page.focus("#tab-timeline")
    page.keyboard.press("ArrowRight")
    equal(lambda: page.get_attribute("#tab-packets", "aria-selected"), "true")


def the_list_is_filtered(browser, folder):
    page = opened(browser, folder)
    page.click("#broken")
    equal(lambda: page.locator("#scenarios .id").all_inner_texts(), ["B-1"])
    page.fill("#filter", "nothing like that")
    equal(lambda: page.is_visible("#none"), True)


def words_are_found(browser, folder):
    page = opened(browser, folder)
    page.click("#tab-timeline")
    page.fill(".find input", "/accept")
    equal(lambda: page.inner_text(".find .count").startswith("1 of "), True)
    first = page.evaluate("page.bench.drawing.chosen.index")
    page.press(".find input", "Enter")
    equal(lambda: page.evaluate("page.bench.drawing.chosen.index") > first, True)
    page.wait_for_selector("g.match", state="attached")
    page.fill(".find input", "no such words")
    equal(lambda: page.inner_text(".find .count"), "none")


def columns_can_be_hidden_and_pinned(browser, folder):
    page = opened(browser, folder)
    page.click("#tab-timeline")
    names = lambda: page.locator(".lanes button b").all_inner_texts()
    equal(names, ["alice", "bob", "coordinator", "sfu-1"])
    page.click("text=Columns")
    page.uncheck(".choices >> text=bob")
    equal(names, ["alice", "coordinator", "sfu-1"])
    page.click('[aria-label="only bob"]')
    equal(names, ["bob", "coordinator", "sfu-1"])
    page.click('.choices >> button:text-is("all")')
    page.click('[aria-label="pin sfu-1"]')
    equal(names, ["sfu-1", "alice", "bob", "coordinator"])
    page.keyboard.press("Escape")
    page.click(".lanes button >> nth=1")
    equal(names, ["sfu-1", "alice", "coordinator"])


def packets_are_sorted_and_searched(browser, folder):
    page = opened(browser, folder, "#A-1")
    page.click("#tab-packets")
    page.click(".tr.head .c-bytes")
    page.click(".tr.head .c-bytes")
    sizes = lambda: page.locator(".rows .c-bytes").all_text_contents()
    equal(lambda: len(sizes()) > 10 and sizes() == sorted(sizes(), key=int, reverse=True), True)
    page.fill('[aria-label="search packets"]', "accept")
    texts = lambda: page.locator(".rows .c-text").all_text_contents()
    equal(lambda: bool(texts()) and all("accept" in one for one in texts()), True)
    page.click(".rows .tr >> nth=0")
    page.click("text=Show in timeline")
    equal(lambda: "accept" in chosen(page), True)
    browser.shot(page, "packets")


def two_runs_are_compared(browser, folder):
    page = opened(browser, folder, "#C-1")
    page.click("#tab-compare")
    page.select_option('[aria-label="compare with"]', "A-1")
    page.wait_for_selector(".pair.alike")
    equal(lambda: page.locator(".pair.gone", has_text="crash").count() > 0, True)
    page.check("text=only differences")
    equal(lambda: page.locator(".pair.alike >> visible=true").count(), 0)
    page.set_input_files('[aria-label="a journal or a capsule from the disk"]', f"{folder}/.rollcall/C-1/journal.ndjson")
    until(page, "document.querySelector('.result .sums').textContent.startsWith('0 entries differ')")


def files_of_the_run_are_linked(browser, folder):
    page = opened(browser, folder)
    links = lambda: page.locator(".facts a").evaluate_all("(all) => all.map((one) => [one.textContent, one.href])")
    equal(lambda: [name for name, _ in links()], ["capture", "journal", "capsule"])
    for _, address in links():
        equal(lambda: os.path.exists(unquote(address.removeprefix("file://"))), True)


def fits_a_telephone_in_the_dark(browser, folder):
    page = opened(browser, folder, width=420, height=850, color_scheme="dark")
    browser.shot(page, "narrow")
    tops = lambda: page.evaluate("['.head', '#steplist', '.tabs'].map((one) => document.querySelector(one).getBoundingClientRect().top)")
    equal(lambda: tops() == sorted(tops()), True)
    page.click("text=Show where it broke")
    equal(lambda: page.evaluate("document.querySelector('.tabs').getBoundingClientRect().top") < 200, True)
    equal(lambda: page.evaluate("(document.querySelector('.tabs').getBoundingClientRect().bottom < innerHeight / 2)"), True)
    for tab in ["failure", "timeline", "packets", "source", "compare"]:
        page.click(f"#tab-{tab}")
        equal(lambda: page.evaluate("document.documentElement.scrollWidth"), 420)
    equal(lambda: page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(20, 23, 28)")
    page.click("text=Light or dark")
    equal(lambda: page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
    page.click(".back")
    page.click("#scenarios button.scenario >> nth=1")
    page.wait_for_selector("#tab-packets")
    equal(lambda: page.is_visible(".list"), False)


def is_printed_whole(browser, folder):
    page = opened(browser, folder)
    page.click("#tab-timeline")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    equal(lambda: [page.is_visible(one) for one in [".list", ".controls", ".panel", ".failure"]], [False, False, False, True])
    equal(lambda: page.evaluate("document.querySelectorAll('.field g.item').length === page.bench.drawing.rows.length"), True)
    equal(lambda: len(page.pdf()) > 20_000, True)


def twenty_five_participants_are_in_sight(browser, folder):
    page = browser.page(f"file://{folder}/crowd.html")
    page.click("#tab-timeline")
    page.wait_for_selector(".lanes button >> nth=26")
    equal(lambda: page.evaluate("page.bench.scroller.scrollWidth <= page.bench.scroller.clientWidth + 2"), True)
    equal(lambda: page.locator(".people details").count(), 25)
    page.click("text=Columns")
    page.click("text=those of the failure")
    equal(lambda: page.locator(".lanes button b").all_inner_texts(), ["guest1", "guest10", "coordinator", "sfu-1"])
    browser.shot(page, "crowd")
    narrow = browser.page(f"file://{folder}/crowd.html", width=420, height=850)
    narrow.click("#tab-timeline")
    narrow.evaluate("page.bench.scroller.scrollLeft = 200")
    until(narrow, "page.bench.drawing.offset > 0")
    seen = lambda: narrow.locator(".lanes button").evaluate_all("(all) => all.filter((one) => one.style.visibility === 'visible').map((one) => one.textContent)")
    equal(lambda: seen()[:2], ["coordinator", "sfu-1"])
    equal(lambda: "guest1" in seen(), False)


checks = [value for value in list(globals().values()) if callable(value) and getattr(value, "__module__", "") == "__main__" and value is not opened]
run(checks, sys.argv[1], shots=sys.argv[2] if len(sys.argv) > 2 else None)
