"""Large takes: 100,000 notes in a full test run. `Scripts/bench page` measures the speed."""
from selenium.webdriver.common.keys import Keys


def check_many_notes_open_and_answer(page):
    page.open("crowd.html")
    assert page.text("#expected-name") == f"expected.mid, {page.facts['crowdNotes']:,} notes"
    assert page.text("#actual-name") == f"actual.mid, {page.facts['crowdNotes']:,} notes"
    count = page.facts["crowdDifferences"]
    assert page.text("#differences-heading") == f"{count:,} differences"
    page.press("n")
    assert page.roll["chosen"] == 0
    page.press("n", "n", "n")
    assert page.roll["chosen"] == 3


def check_of_many_differences_few_rows_are_made(page):
    count = page.facts["crowdNotes"]
    page.open("all-differ.html")
    assert page.text("#differences-heading") == f"{count:,} differences"
    assert len(page.find_all("#list [role=option]")) < 60
    option = page.find("#list [role=option]")
    assert option.get_attribute("aria-setsize") == str(count)
    page.press(Keys.END, on="#list")
    assert page.roll["chosen"] == count - 1
    last = page.find(f"#difference-{count - 1}")
    assert last.get_attribute("aria-selected") == "true"
    list_box, row_box = page.find("#list").rect, last.rect
    assert abs(row_box["y"] + row_box["height"] - list_box["y"] - list_box["height"]) < 4, (list_box, row_box)
    assert f"too long by {count - 1}.125 ms" in last.text, last.text


def check_a_long_list_can_be_scrolled_anywhere(page):
    page.open("all-differ.html")
    for share in (0.25, 0.5, 0.75):
        page.run("""const list = document.getElementById('list');
            list.scrollTop = arguments[0] * (list.scrollHeight - list.clientHeight)""", share)
        page.settle()
        page.settle()
        places = [int(row.get_attribute("aria-posinset")) for row in page.find_all("#list [role=option]")]
        assert min(places) <= share * page.facts["crowdNotes"] <= max(places) + 15, (share, places)
