"""Judging in Chromium: sessions, comparisons, marks, aliases, and what a range or the log saves; judged by ports and files."""
import shutil

from checks_flows import list_take, opened, with_take
from studio import scale, wait, write_take


def session(name):
    return f"#sessions [data-name='{name}']"


def verdict(page, name):
    return page.data(session(name), "verdict")


def press(page, name, text):
    found = [button for button in page.boxes(f"{session(name)} button") if button.text == text]
    assert found, f"the session {name} has no button {text}"
    found[0].click()


def with_session(bench, name):
    """Returns the page, the folder of a new session, and a client. The session's result is pending."""
    page, studio, take = with_take(bench, count=4)
    shutil.copy(take, studio.folder / f"{name}.mid")
    client = studio.connect()
    client.succeed("makeSession", file=f"{name}.mid", name=name, subject="piano")
    page.until(lambda: page.boxes(session(name)), "the session isn't listed")
    return page, studio.folder / "Recordings" / name, client


def accepted(folder):
    """Returns the contents of the accepted and the pending files."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if ".expected." in path.name or ".pending." in path.name}


def change_take(folder, **options):
    """Gives a session another take."""
    path, = folder.glob("*.mid")
    write_take(path, scale(**options))


# Sessions


def check_result_is_rejected_accepted_and_undone(bench):
    page, folder, client = with_session(bench, "judged")
    before = accepted(folder)
    assert [name for name in before if ".pending." in name], before
    press(page, "judged", "reject")
    page.until_text("#message", "rejected")
    assert page.content("#command") == "midirec reject judged", page.content("#command")
    wait(lambda: accepted(folder) == {}, "the pending result is dropped")
    page.until(lambda: page.find("#undo").is_displayed(), "nothing can be undone")
    page.click("#undo")
    wait(lambda: accepted(folder) == before, "the pending result is back")
    page.until(lambda: verdict(page, "judged") == "pending")
    press(page, "judged", "accept")
    wait(lambda: not [name for name in accepted(folder) if ".pending." in name], "the result is accepted")
    change_take(folder, count=5)
    press(page, "judged", "run")
    page.until(lambda: verdict(page, "judged") == "different", "the session has the same result")
    first = accepted(folder)
    press(page, "judged", "accept")
    wait(lambda: accepted(folder) != first, "the second result is accepted")
    bench.succeed("test", folder)
    page.click("#undo")
    wait(lambda: accepted(folder) == first, "the first result and the pending one are back")
    page.until(lambda: verdict(page, "judged") == "different", "the verdict isn't back")
    assert bench.run("test", folder, "--read-only").returncode == 1
    # Another page can't undo what this one has decided.
    assert "undone" in client.do("undo")["error"]
    client.close()


def check_watched_session_runs_again_by_itself(bench):
    page, folder, client = with_session(bench, "watched")
    client.succeed("accept", name="watched")
    page.click("#watch")
    page.until(lambda: verdict(page, "watched") == "passed", "the watch doesn't run the session")
    assert page.content("#command") == "midirec test --watch", page.content("#command")
    page.until_text("#watch-text", "watching")
    change_take(folder, count=6)
    page.until(lambda: verdict(page, "watched") == "different", "a changed take has no effect")
    client.succeed("accept", name="watched")
    page.until(lambda: verdict(page, "watched") == "passed", "an accepted result has no effect")
    page.click("#watch")
    page.until(lambda: page.content("#watch-text") == "", "the watch goes on")
    page.until(lambda: client.receive().get("state", {"watch": 1}).get("watch") is None)
    change_take(folder, count=3)
    page.settle()
    assert verdict(page, "watched") == "passed"
    client.close()


def check_report_of_a_session_opens(bench):
    page, folder, client = with_session(bench, "reported")
    first = page.driver.current_window_handle
    press(page, "reported", "report")
    page.until(lambda: len(page.driver.window_handles) == 2, "no tab opens")
    other, = set(page.driver.window_handles) - {first}
    page.driver.switch_to.window(other)
    try:
        page.until(lambda: "reported" in page.driver.title, "the tab has no report")
        assert page.run("return window.origin") == "null", "the report can read what the studio's page stores"
    finally:
        page.close_tab(first)
    client.close()


# Comparisons of takes


def check_any_two_takes_are_compared(bench):
    page, studio, take = with_take(bench, count=5)
    shutil.copy(take, studio.folder / "five.mid")
    write_take(studio.folder / "other one.mid", [event for event in scale(count=5) if event[1][1] != 62])
    list_take(page, take, "five.mid")
    before = set(studio.folder.iterdir())
    page.find("#takes [data-file='other one.mid'] button[title^=Compare]").click()
    page.until_text("#compared-text", "D4 on channel 1: missing")
    assert page.content("#command") == "midirec diff five.mid 'other one.mid' --tolerance 5ms", page.content("#command")
    done = bench.run("diff", studio.folder / "five.mid", studio.folder / "other one.mid", "--tolerance", "5ms")
    assert done.returncode == 1
    printed = done.stdout.replace(f"{studio.folder}/", "")
    assert [line.split() for line in printed.splitlines()] == \
        [line.split() for line in page.content("#compared-text").splitlines()], (printed, page.content("#compared-text"))
    first = page.driver.current_window_handle
    page.click("#compared-report")
    page.until(lambda: len(page.driver.window_handles) == 2, "no tab opens")
    other, = set(page.driver.window_handles) - {first}
    page.driver.switch_to.window(other)
    try:
        page.until(lambda: "five.mid and other one.mid" in page.driver.title, "the tab has no report")
        page.until(lambda: "D4" in page.content("body"))
        assert page.run("return window.origin") == "null", "the report can read what the studio's page stores"
        address = page.driver.current_url
    finally:
        page.close_tab(first)
    # Nobody guesses the address, and it changes nothing.
    page.until(lambda: set(studio.folder.iterdir()) == before)
    import urllib.error
    import urllib.request
    text = urllib.request.urlopen(address).read().decode()
    assert "five.mid" in text and studio.token not in text
    try:
        urllib.request.urlopen(address[:-1] + ("0" if address[-1] != "0" else "1"))
        raise AssertionError("another address has a report, too")
    except urllib.error.HTTPError as error:
        assert error.code == 404, error
