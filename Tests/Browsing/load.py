"""Reads the page of a load as a person would: `load.py FOLDER [PICTURES]`, the folder with load.html."""

import sys

from browsing import equal, run


def opened(browser, folder, **options):
    page = browser.page(f"file://{folder}/load.html", **options)
    page.wait_for_selector("#charts path.curve", state="attached")
    return page


def shows_judgement_and_curves(browser, folder):
    page = opened(browser, folder)
    equal(lambda: page.inner_text(".judgement .verdict"), "held")
    titles = page.locator(".chart figcaption")
    equal(lambda: titles.all_inner_texts()[:3], ["Instances a second", "Instances at once", "ring→incoming, from the intended start"])
    equal(lambda: page.locator(".chart").nth(0).locator("path.curve").count(), 4)
    equal(lambda: page.locator(".chart").nth(2).locator("path.curve").count(), 5)
    equal(lambda: "20 offered, 20 started, 20 completed" in page.inner_text(".figures"), True)
    browser.shot(page, "load")
    equal(lambda: page.errors, [])


def points_at_values(browser, folder):
    page = opened(browser, folder)
    page.locator(".chart svg").nth(0).focus()
    page.keyboard.press("ArrowRight")
    equal(lambda: page.locator(".chart").nth(0).locator("b").nth(0).inner_text(), "5 /s")
    equal(lambda: page.locator(".chart").nth(2).locator("b").nth(0).inner_text(), "40 ms")


def hides_a_line(browser, folder):
    page = opened(browser, folder)
    page.locator(".chart").nth(0).locator("button").nth(0).click()
    equal(lambda: page.locator(".chart").nth(0).locator("path.curve").count(), 3)


def has_all_points_as_a_table(browser, folder):
    page = opened(browser, folder)
    page.click("#numbers summary")
    page.wait_for_selector("#numbers td")
    equal(lambda: page.locator("#numbers tr").nth(1).locator("td").nth(1).inner_text(), "5")


def fetches_nothing(browser, folder):
    page = opened(browser, folder)
    equal(lambda: [one for one in page.requests if not one.endswith("/load.html")], [])


checks = [shows_judgement_and_curves, points_at_values, hides_a_line, has_all_points_as_a_table, fetches_nothing]
run(checks, sys.argv[1], shots=sys.argv[2] if len(sys.argv) > 2 else None)
