"""Judging in Chromium: sessions, comparisons, marks, aliases, and what a range or the log saves; judged by ports and files."""
import contextlib
import os
import re
import shutil
import signal
import urllib.error
import urllib.request

from checks_flows import lines, list_take, opened, record, stop, until_dark, with_take
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from studio import INSTRUMENT, PLAYER, Studio, scale, slow, wait, write_take


def session(name):
    return f"#sessions [data-name='{name}']"


def verdict(page, name):
    return page.data(session(name), "verdict")


def hold_enter(page, selector):
    """Holds Enter on a button, which is clicked once."""
    page.run("arguments[0].focus(); window.clicks = 0; arguments[0].addEventListener('click', () => window.clicks += 1)",
             page.find(selector))
    for is_repeat in (False, True, True):
        page.command("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13,
                     text="\r", autoRepeat=is_repeat)
    page.command("Input.dispatchKeyEvent", type="keyUp", key="Enter", code="Enter", windowsVirtualKeyCode=13)
    assert page.run("return window.clicks") == 1, page.run("return window.clicks")


def press(page, name, text):
    found = [button for button in page.boxes(f"{session(name)} button") if button.text == text]
    assert found, f"the session {name} has no button {text}"
    found[0].click()


def open_review(page, name):
    """Opens the differences of a pending result, next to which it is decided."""
    if page.find(f"{session(name)} button.name").get_attribute("aria-expanded") == "false":
        assert not any(button.is_displayed() for button in page.boxes(f"{session(name)} .decision button")), "decided unseen"
        press(page, name, "review")
    page.until(lambda: page.boxes(f"{session(name)} .decision:not([hidden])"), "the differences aren't shown")


def with_session(bench, name):
    """Returns the page, the folder of a new session, and a client. The session's result is pending."""
    page, studio, take = with_take(bench, count=4)
    shutil.copy(take, studio.folder / f"{name}.mid")
    client = studio.connect()
    client.succeed("makeSession", file=f"{name}.mid", name=name, subject="piano")
    page.until(lambda: page.boxes(session(name)), "the session isn't listed")
    return page, studio.folder / "Recordings" / name, client


def accepted(folder):
    """Returns the contents of the accepted and the pending files that aren't being renamed."""
    contents = {}
    for path in folder.iterdir():
        if ".expected." in path.name or ".pending." in path.name:
            with contextlib.suppress(FileNotFoundError):
                contents[path.name] = path.read_bytes()
    return contents


def files(folder):
    """Returns the contents of the files that have visible names."""
    return {path: path.read_bytes() for path in folder.rglob("*")
            if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)}


def change_take(folder, **options):
    """Gives a session another take."""
    path, = folder.glob("*.mid")
    write_take(path, scale(**options))


# Sessions


def check_result_is_rejected_accepted_and_undone(bench):
    page, folder, client = with_session(bench, "judged")
    client.close()
    before = accepted(folder)
    assert [name for name in before if ".pending." in name], before
    open_review(page, "judged")
    assert "+ 0.000000 1 1 note C4" in page.text(f"{session('judged')} .differences"), "the result isn't seen"
    press(page, "judged", "reject")
    page.until_text("#message", "rejected the result of judged")
    assert page.content("#command") == "midirec reject judged", page.content("#command")
    wait(lambda: accepted(folder) == {}, "the pending result is dropped")
    page.until(lambda: verdict(page, "judged") == "rejected", "the page shows the earlier result")
    page.until(lambda: page.find("#undo").is_displayed(), "nothing can be undone")
    title = "Undo: rejected the result of judged"
    page.until(lambda: page.find("#undo").get_attribute("title") == title, "the button doesn't say what it takes back")
    page.click("#undo")
    wait(lambda: accepted(folder) == before, "the pending result is back")
    page.until(lambda: verdict(page, "judged") == "new")
    open_review(page, "judged")
    press(page, "judged", "accept")
    wait(lambda: not [name for name in accepted(folder) if ".pending." in name], "the result is accepted")
    page.until(lambda: verdict(page, "judged") == "accepted", "the page doesn't show the decision")
    change_take(folder, count=5)
    press(page, "judged", "run")
    page.until(lambda: verdict(page, "judged") == "different", "the session has the same result")
    page.until_text("#message", "ran judged: different")
    assert page.data("#outcome", "error") == "true"
    page.click("#run-all")
    page.until(lambda: re.search(r"ran \d+ sessions?: .*1 different", page.content("#message")), "there is no summary")
    assert page.content("#command") == "midirec test", page.content("#command")
    first = accepted(folder)
    open_review(page, "judged")
    assert "extra" in page.text(f"{session('judged')} .differences"), page.text(session("judged"))
    # A newer result isn't accepted unseen.
    change_take(folder, count=6)
    assert bench.run("test", folder).returncode == 1
    unseen = accepted(folder)
    press(page, "judged", "accept")
    page.until_text("#message", "has changed since it was shown")
    assert accepted(folder) == unseen != first
    page.until(lambda: "2 extra" in page.text(f"{session('judged')} .differences"), "the new result isn't shown")
    open_review(page, "judged")
    first = unseen
    press(page, "judged", "accept")
    wait(lambda: accepted(folder) != first, "the second result is accepted")
    bench.succeed("test", folder)
    page.click("#undo")
    wait(lambda: accepted(folder) == first, "the first result and the pending one are back")
    page.until(lambda: verdict(page, "judged") == "different", "the verdict isn't back")
    assert bench.run("test", folder, "--read-only").returncode == 1
    # A page that is opened later also offers it, unless the user sees a different action.
    open_review(page, "judged")
    press(page, "judged", "reject")
    wait(lambda: accepted(folder) != first, "the result is rejected")
    page.driver.refresh()
    page.until(lambda: page.find("#undo").is_displayed(), "a reloaded page can't undo")
    assert page.find("#undo").get_attribute("title") == title
    assert page.content("#command") == "midirec reject judged", page.content("#command")
    client = bench.studio.connect()
    assert "latest action" in client.do("undo", number=1)["error"]
    page.click("#undo")
    wait(lambda: accepted(folder) == first, "the result is back")
    # What was accepted since then isn't lost.
    client.accept("judged")
    result, = folder.glob("*.expected.txt")
    result.write_text(f"{result.read_text()}\n")
    later = accepted(folder)
    assert "has changed since" in client.do("undo")["error"] and accepted(folder) == later
    client.close()
    # A refusal names its file.
    take, = folder.glob("*.mid")
    take.rename(folder / "elsewhere")
    page.click("#run-all")
    page.until(lambda: verdict(page, "judged") == "failed", "a session without its take runs")
    assert f'the take "{take.name}" can\'t be read' in page.text(f"{session('judged')} .differences"), page.text(session("judged"))
    press(page, "judged", "run")
    page.until_text("#message", f'the take "{take.name}" can\'t be read')
    (folder / "elsewhere").rename(take)
    page.shows = None


def check_session_that_fails_leaves_nothing(bench):
    studio = bench.start()
    write_take(studio.folder / "played.mid", scale())
    client = studio.connect()
    for part in ({}, {"from": 100_000, "to": 400_000}, {"from": 100_000, "to": 400_000}):
        assert client.do("makeSession", file="played.mid", name="new/one", program="/absent/program", **part)["error"]
        assert [path.name for path in studio.folder.iterdir()] == ["played.mid"]
    client.close()


def check_deleted_takes_and_sessions_come_back(bench):
    page, folder, client = with_session(bench, "kept")
    studio, before = bench.studio, files(bench.studio.folder)
    list_take(page, studio.folder / "kept.mid", "an old one.mid")
    old = studio.folder / "an old one.mid"
    hold_enter(page, "#take-delete")
    page.until_text("#message", "deleted an old one.mid")
    assert page.content("#command") == "rm 'an old one.mid'", page.content("#command")
    page.until(lambda: not page.boxes("#takes [data-file='an old one.mid']"), "the take is listed")
    assert not old.exists()
    page.driver.refresh()
    page.until(lambda: page.find("#undo").is_displayed(), "the take can't come back")
    page.click("#undo")
    wait(lambda: old.exists() and old.read_bytes() == (studio.folder / "kept.mid").read_bytes(), "the take is back")
    # A session with its folder, or without a file of the user. The address opens it.
    page.run("location.hash = 'session=kept'")
    page.until(lambda: page.find(f"{session('kept')} .name").get_attribute("aria-expanded") == "true", "it isn't open")
    press(page, "kept", "delete")
    page.until_text("#command", "rm -r Recordings/kept")
    wait(lambda: not folder.exists(), "the folder is gone")
    page.click("#undo")
    wait(lambda: files(studio.folder) == {**before, old: old.read_bytes()}, "the session is back")
    page.until(lambda: page.boxes(session("kept")), "the session isn't listed again")
    (folder / "mapper.py").write_text("mine")
    press(page, "kept", "delete")
    page.until_text("#message", "the folder has other files")
    assert page.content("#command") == "rm " + " ".join(
        f"Recordings/kept/{name}" for name in ("piano.pending.txt", "session.yaml", "take.mid")), page.content("#command")
    assert set(files(folder)) == {folder / "mapper.py"}
    page.until(lambda: not page.boxes(session("kept")), "the session is listed")
    # A session may play a take of the folder.
    (studio.folder / "Recordings" / "linked").mkdir()
    (studio.folder / "Recordings" / "linked" / "session.yaml").write_text("take: ../../kept.mid\n")
    assert "linked plays kept.mid" in client.do("deleteTake", file="kept.mid")["error"]
    assert client.do("deleteTake", file="../kept.mid")["error"] and client.do("deleteSession", name="absent")["error"]
    (studio.folder / "no take.mid").mkdir()
    assert client.do("deleteTake", file="no take.mid")["error"]
    # A link comes back, even to a file that is gone.
    (studio.folder / "link.mid").symlink_to(old)
    assert client.do("deleteTake", file="link.mid")["error"] is None
    old.rename(studio.folder / "away")
    assert client.do("undo")["error"] is None and (studio.folder / "link.mid").is_symlink()
    client.close()
    page.click("#undo")
    wait(lambda: (folder / "session.yaml").exists(), "the session is back")


@slow
def check_deletions_of_unusual_takes_are_undone(bench):
    studio = bench.start()
    client = studio.connect()
    # The longest name, and a name that another file has got.
    for name in ("x" * 251 + ".mid", "taken.mid"):
        write_take(studio.folder / name, scale())
        client.succeed("deleteTake", file=name)
    write_take(studio.folder / "taken.mid", scale(count=2))
    assert "taken-2.mid" in client.succeed("undo")["text"] and (studio.folder / "taken-2.mid").exists()
    client.succeed("undo")
    assert (studio.folder / ("x" * 251 + ".mid")).exists()
    # A deletion that can't be undone doesn't keep an earlier one from it.
    for name in ("taken.mid", "taken-2.mid"):
        client.succeed("deleteTake", file=name)
    hidden, = studio.folder.glob(".midirec-deleted-*")
    latest = max(hidden.iterdir(), key=lambda path: int(path.name))
    latest.rename(hidden / "away")
    latest.write_text("in the way")
    assert client.do("undo")["error"]
    client.succeed("undo")
    assert (studio.folder / "taken.mid").exists()
    latest.unlink()
    (hidden / "away").rename(latest)
    client.succeed("undo")
    assert (studio.folder / "taken-2.mid").exists()
    client.close()


@slow
def check_deletions_of_unusual_sessions_are_undone(bench):
    studio = bench.start()
    recordings = studio.folder / "Recordings"
    write_take(studio.folder / "taken.mid", scale())
    client = studio.connect()
    # A session that can't be read could play any take.
    (recordings / "broken").mkdir(parents=True)
    (recordings / "broken" / "session.yaml").write_text("take: [")
    assert "broken can't be read" in client.do("deleteTake", file="taken.mid")["error"]
    # Of a linked session, the link is deleted. A folder that had only the session isn't left.
    target = bench.new_folder()
    for name in ("session.yaml", "other"):
        (target / name).write_text("{}")
    (recordings / "group").mkdir()
    (recordings / "group" / "link").symlink_to(target)
    before = files(studio.folder)
    assert client.succeed("deleteSession", name="group/link")["command"] == "rm Recordings/group/link"
    assert len(list(target.iterdir())) == 2
    client.succeed("undo")
    assert (recordings / "group" / "link" / "other").exists() and files(studio.folder) == before
    (recordings / "group" / "link").unlink()
    client.succeed("makeSession", file="taken.mid", name="group/deep/only", subject="notes")
    before = files(studio.folder)
    assert client.succeed("deleteSession", name="group/deep/only")["command"] == "rm -r Recordings/group"
    assert not (recordings / "group").exists()
    client.succeed("undo")
    assert files(studio.folder) == before
    client.close()


@slow
def check_session_that_is_the_whole_folder_is_deleted(bench):
    studio = bench.start()
    (studio.folder / "Recordings" / "inner").mkdir(parents=True)
    (studio.folder / "Recordings" / "session.yaml").write_text("{}")
    (studio.folder / "Recordings" / "inner" / "session.yaml").write_text("{}")
    write_take(studio.folder / "Recordings" / "take.mid", scale())
    before = files(studio.folder)
    client = studio.connect()
    reply = client.succeed("deleteSession", name="Recordings")
    assert reply["command"] == "rm Recordings/session.yaml Recordings/take.mid", reply
    assert set(files(studio.folder)) == {studio.folder / "Recordings" / "inner" / "session.yaml"}
    client.succeed("undo")
    assert files(studio.folder) == before
    client.close()


@slow
def check_deleted_files_of_a_killed_studio_are_named(bench):
    studio = bench.start()
    for name in ("one.mid", "two.mid"):
        write_take(studio.folder / name, scale())
    client = studio.connect()
    client.succeed("makeSession", file="one.mid", name="group/kept", subject="notes")
    before = files(studio.folder)

    def delete():
        client.succeed("deleteTake", file="two.mid")
        client.succeed("deleteSession", name="group/kept")
        assert set(files(studio.folder)) == {studio.folder / "one.mid"}
    delete()
    # A studio in the same folder leaves the deleted files of another one alone.
    other = bench.made["other"] = Studio(bench.program, studio.folder, bench.ports.pop())
    for _ in range(2):
        client.succeed("undo")
    assert files(studio.folder) == before
    delete()
    client.close()
    assert other.end() == 0 and studio.end(signal.SIGKILL) == -9
    assert set(files(studio.folder)) == {studio.folder / "one.mid"}
    # Nothing of a folder that anybody can have made is read, and files go nowhere.
    (studio.folder / ".midirec-deleted-pipe").mkdir()
    os.mkfifo(studio.folder / ".midirec-deleted-pipe" / "1")
    (studio.folder / ".midirec-deleted-link").symlink_to("/dev")
    os.mkfifo(studio.folder / ".midirec-deleted-none")
    (studio.folder / ".midirec-deleted-empty" / "1").mkdir(parents=True)
    again = bench.made["again"] = Studio(bench.program, studio.folder, bench.ports.pop())
    client = again.connect()
    notice = client.until("notice")
    hidden = sorted(str(path.relative_to(studio.folder)) for path in studio.folder.rglob(".midirec-deleted-*"))
    assert len(hidden) == 5 and all((name in notice) == ("link" not in name and "none" not in name) for name in hidden), notice
    client.close()
    assert set(files(studio.folder)) == {studio.folder / "one.mid"}
    assert {path.name for path in studio.folder.rglob("*.mid")} == {"one.mid", "two.mid", "take.mid"}


def check_end_of_the_studio_removes_what_was_deleted(bench):
    studio = bench.start()
    for name in ("one.mid", "two.mid"):
        write_take(studio.folder / name, scale())
    client = studio.connect()
    client.succeed("makeSession", file="one.mid", name="gone", subject="notes")
    client.succeed("deleteTake", file="one.mid")
    client.succeed("deleteSession", name="gone")
    assert studio.end() == 0
    assert sorted(path.name for path in studio.folder.rglob("*")) == ["Recordings", "two.mid"]


@slow
def check_every_offered_subject_makes_a_session_that_runs(bench):
    page, studio, take = with_take(bench, count=3)
    list_take(page, take, "offered.mid")
    client = studio.connect()
    page.find("#take-session").click()
    offered = page.run("return [...document.querySelectorAll('#session-subjects input[type=radio]')].map(({value}) => value)")
    page.find("#session-cancel").click()
    assert {"program", "notes", "grid"} <= set(offered), offered
    for subject in set(offered) - {"program"}:
        client.succeed("makeSession", file="offered.mid", name=f"offered-{subject}", subject=subject)
        assert client.succeed("run", name=f"offered-{subject}")["verdict"] == "new", subject
    client.close()


@slow
def check_watched_session_runs_again_by_itself(bench):
    page, folder, client = with_session(bench, "watched")
    client.accept("watched")
    page.click("#watch")
    page.until(lambda: verdict(page, "watched") == "passed", "the watch doesn't run the session")
    assert page.content("#command") == "midirec test --watch", page.content("#command")
    page.until_text("#watch-text", "watching")
    change_take(folder, count=6)
    page.until(lambda: verdict(page, "watched") == "different", "a changed take has no effect")
    client.accept("watched")
    page.until(lambda: verdict(page, "watched") == "passed", "an accepted result has no effect")
    page.click("#watch")
    page.until(lambda: page.content("#watch-text") == "", "the watch goes on")
    page.until(lambda: client.receive().get("state", {"watch": 1}).get("watch") is None)
    change_take(folder, count=3)
    page.settle()
    assert verdict(page, "watched") == "passed"
    client.close()


@slow
def check_report_of_a_session_opens(bench):
    page, folder, client = with_session(bench, "reported")
    open_review(page, "reported")
    press(page, "reported", "report")
    with page.opened_tab():
        page.until(lambda: "reported" in page.driver.title, "the tab has no report")
        assert page.run("return window.origin") == "null", "the report can read what the studio's page stores"
    # A new sound is heard.
    client.succeed("makeSession", file="reported.mid", name="heard", subject="synth")
    page.until(lambda: page.boxes(session("heard")), "the session isn't listed")
    open_review(page, "heard")
    page.until_text(f"{session('heard')} .differences", "Listen to it: press listen")
    press(page, "heard", "listen")
    with page.opened_tab():
        page.until(lambda: page.run("return document.querySelector('video, audio')?.duration > 0"), "the browser can't play it")
    client.close()


# Comparisons of takes


def check_any_two_takes_are_compared(bench):
    page, studio, take = with_take(bench, count=5)
    write_take(studio.folder / "other one.mid", [event for event in scale(count=5) if event[1][1] != 62])
    list_take(page, take, "five.mid")
    os.utime(studio.folder / "five.mid", (1, 1))
    page.driver.refresh()
    page.until_text("#takes [data-file='five.mid'] .detail", "Jan 1")
    before = set(studio.folder.iterdir())
    # The older take is expected, whichever is chosen.
    for chosen, other in (("five.mid", "other one.mid"), ("other one.mid", "five.mid")):
        page.find(f"#takes [data-file='{chosen}'] button").click()
        page.until_text("#take-title", chosen)
        page.find(f"#takes [data-file='{other}'] button[title^=Compare]").click()
        page.until_text("#compared-text", "D4 on channel 1: missing")
        assert page.text("#compared-title") == "expected five.mid ≠ actual other one.mid", page.text("#compared-title")
    page.until(lambda: page.run('''const { scrollTop, clientHeight, scrollHeight } = document.getElementById("log");
        return scrollTop + clientHeight >= scrollHeight - 1'''), "the log isn't at its end")
    page.click("#compared-swap")
    page.until_text("#compared-text", "D4 on channel 1: extra")
    assert page.content("#command") == "midirec diff 'other one.mid' five.mid --tolerance 5ms", page.content("#command")
    page.click("#compared-swap")
    page.until_text("#compared-text", "D4 on channel 1: missing")
    assert page.content("#command") == "midirec diff five.mid 'other one.mid' --tolerance 5ms", page.content("#command")
    done = bench.run("diff", studio.folder / "five.mid", studio.folder / "other one.mid", "--tolerance", "5ms")
    assert done.returncode == 1
    printed = done.stdout.replace(f"{studio.folder}/", "")
    assert [line.split() for line in printed.splitlines()] == \
        [line.split() for line in page.content("#compared-text").splitlines()], (printed, page.content("#compared-text"))
    Select(page.find("#compared-tolerance")).select_by_value("20")
    page.until_text("#command", "--tolerance 20ms")
    page.driver.refresh()
    page.until_text("#compared-text", "D4 on channel 1: missing")
    page.until_text("#command", "midirec diff five.mid 'other one.mid' --tolerance 20ms")
    assert page.find("#compared-tolerance").get_attribute("value") == "20"
    assert page.content("#take-title") == "other one.mid", "another take is chosen"
    # An address can have takes that are gone, and a tolerance that isn't offered.
    address = page.run("return location.hash")
    for compare, reason in (("five.mid/gone.mid", "gone.mid"), ("five.mid", "")):
        page.run("document.getElementById('message').textContent = ''")
        page.run("location.hash = arguments[0]", f"compare={compare}&within=1")
        page.until(lambda: "compare" not in page.run("return location.hash"), "the address stays")
        page.until_text("#message", reason)
        assert "within" not in page.run("return location.hash") and not page.find("#compared").is_displayed()
    page.run("location.hash = arguments[0]", address)
    page.until(lambda: page.find("#compared").is_displayed(), "the comparison of an address isn't shown")
    page.find("#compared-report").click()
    with page.opened_tab():
        page.until(lambda: "five.mid and other one.mid" in page.driver.title, "the tab has no report")
        page.until(lambda: "D4" in page.content("body"))
        assert page.run("return window.origin") == "null", "the report can read what the studio's page stores"
        address = page.driver.current_url
    # Nobody guesses the address, and it changes nothing.
    page.until(lambda: set(studio.folder.iterdir()) == before)
    text = urllib.request.urlopen(address).read().decode()
    assert "five.mid" in text and studio.token not in text
    try:
        urllib.request.urlopen(address[:-1] + ("0" if address[-1] != "0" else "1"))
        raise AssertionError("another address has a report, too")
    except urllib.error.HTTPError as error:
        assert error.code == 404, error
    # The comparison follows its takes.
    page.find("#takes [data-file='five.mid'] button").click()
    page.enter("#rename #take-name", "six.mid")
    page.until(lambda: page.text("#compared-title") == "expected six.mid ≠ actual other one.mid", "an old name is shown")
    assert page.find("#compared-tolerance").get_attribute("value") == "20"
    assert "six.mid" in page.run("return location.hash"), page.run("return location.hash")
    page.click("#take-delete")
    page.until(lambda: not page.find("#compared").is_displayed(), "the comparison of a deleted take stays")
    assert "compare" not in page.run("return location.hash")
    page.until(lambda: page.find("#undo").is_displayed(), "nothing can be undone")
    page.command("Input.dispatchKeyEvent", type="rawKeyDown", key="z", code="KeyZ", modifiers=2, windowsVirtualKeyCode=90)
    page.until(lambda: page.boxes("#takes [data-file='six.mid']"), "the take isn't back")


@slow
def check_played_notes_are_judged_by_a_take(bench):
    page, studio, _ = with_take(bench)
    model = scale(count=5, step=0.3)
    write_take(studio.folder / "model.mid", model)
    # The third note is another one, and the last one is missing.
    answer = [(at, (message[0], 70, message[2]) if message[1] == 62 and message[0] in (0x90, 0x80) else message)
              for at, message in model if message[1] != 64 or message[0] not in (0x90, 0x80)]
    write_take(studio.folder / "answer.mid", answer)
    list_take(page, studio.folder / "model.mid", "model copy.mid")
    page.choose_output(PLAYER)
    page.click("#judge")
    page.until_text("#judgment", "model copy.mid: 0 right")
    # What is played to the instrument's player comes back from the instrument.
    page.find("#takes [data-file='answer.mid'] button[aria-label^=Replay]").click()
    page.until(lambda: page.data("#strip", "missing") == "64", f"missing: {page.data('#strip', 'missing')}")
    judged = page.data("#strip", "judged").replace("extra", "wrong")
    assert judged == "60 right, 61 right, 70 wrong, 63 right", judged
    assert page.content("#judgment").endswith("3 right · 1 wrong · 1 missing"), page.content("#judgment")
    page.until_text("#replay", "Replay")
    # The player comes in later, and plays along at once.
    page.find("#takes [data-file='model copy.mid'] button").click()
    page.click("#judge")
    page.until(lambda: page.content("#judgment") == "", "the judging doesn't end")
    page.until(lambda: page.data("#strip", "judged") == "", "the notes stay judged")
    page.click("#judge")
    page.until_text("#judgment", "0 right")
    bench.player.send(" ".join(f"on {note} 70 +300ms off {note} 0" for note in ("C4", "C#4", "D4", "D#4", "E4")))
    page.until_text("#judgment", "5 right · 0 wrong · 0 missing")
    page.click("#stop-judging")
    page.until_text("#message", "judged: 5 right · 0 wrong · 0 missing")
    page.until(lambda: page.content("#judgment") == "", "the judging doesn't end")


@slow
def check_played_notes_are_judged_by_a_session(bench):
    page, folder, client = with_session(bench, "expected")
    press(page, "expected", "judge")
    page.until_text("#message", "no accepted notes; accept its result first")
    client.accept("expected")
    press(page, "expected", "judge")
    page.until_text("#judgment", "expected: 0 right")
    bench.player.send("on C4 70 off C4 0")
    page.until_text("#judgment", "1 right")
    page.click("#stop-judging")
    client.close()


# Marks


def events(bench, take):
    """Returns the messages and markers of all tracks as lines, in order of time."""
    found = re.findall(r"^ *\d+ +(\d+) +[\d.]+ +((?:note|control|marker).*)$", bench.succeed("show", take, "--events"), re.MULTILINE)
    return "\n".join(text for _, text in sorted(found, key=lambda event: int(event[0])))


@slow
def check_marks_become_markers_of_takes(bench):
    page, studio, take = with_take(bench)
    before = set(studio.takes())
    record(page)
    bench.player.send("on C4 50 off C4 0")
    page.until_text("#losses", "1 note")
    page.key("rawKeyDown", "KeyM", "m")
    page.key("keyUp", "KeyM", "m")
    page.until_text("#message", "set mark")
    first = page.content("#message").removeprefix("set ")
    page.until(lambda: first in page.data("#strip", "marks"), "the strip has no mark")
    bench.player.send("on E4 50 off E4 0")
    page.until_text("#losses", "2 notes")
    page.click("#mark")
    page.until(lambda: page.content("#message") not in (f"set {first}", ""), "the button sets no mark")
    second = page.content("#message").removeprefix("set ")
    stop(page)
    page.until_text("#message", "recorded take-")
    recorded, = set(studio.takes()) - before
    text = events(bench, recorded)
    assert text.index("C4") < text.index(first) < text.index("note-on E4") < text.index(second), text
    bench.succeed("verify", recorded)
    page.click("#keep")
    page.until_text("#message", "kept take-")
    kept, = set(studio.takes()) - before - {recorded}
    text = events(bench, kept)
    assert first in text and second in text, text
    bench.succeed("verify", kept)
    # Another page shows them, too.
    client = studio.connect()
    client.until_state(lambda state: {first, second} <= {mark[2] for mark in state["marks"]})
    client.close()


# Aliases


def rename(page, port, text):
    page.run("document.querySelector(arguments[0]).click()", f"{port} .port-tools button:not([data-choice])")
    field = page.find(f"{port} .alias input")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(text or Keys.BACKSPACE)
    field.send_keys(Keys.ENTER)
    page.until(lambda: not page.boxes(f"{port} .alias"), "the form stays")


@slow
def check_alias_of_an_input_stays(bench):
    page, studio = opened(bench), bench.studio
    port = f"[data-port='{INSTRUMENT}']"
    bench.player.send("on C4 50")
    page.until(lambda: page.boxes(f"{port}[data-state=on], {port}[data-state=lit]"))
    rename(page, port, "My grid")
    assert page.content("#command") == f"midirec ports alias 'My grid' '{INSTRUMENT}'", page.content("#command")
    page.until(lambda: page.content(f"{port} .name") == "My grid", "the row has the old name")
    assert page.run("return document.querySelector(arguments[0]).title", f"{port} .name") == INSTRUMENT
    page.until_text("#held-rows", "My grid")
    page.until(lambda: any("My grid" in line for line in lines(page)), "the log has the old name")
    assert "My grid" in bench.succeed("ports", "alias")
    page.driver.refresh()
    page.until(lambda: page.content(f"{port} .name") == "My grid", "a reloaded page has the old name")
    again = bench.start()
    client = again.connect()
    client.until_state(lambda state: any(
        entry["name"] == INSTRUMENT and entry.get("alias") == "My grid" for entry in state["inputs"]))
    client.close()
    again.end()
    bench.player.send("off C4 0")
    rename(page, port, "")
    page.until(lambda: page.content(f"{port} .name") == INSTRUMENT, "the name stays")
    assert "My grid" not in bench.succeed("ports", "alias")
    assert studio.process.poll() is None
    until_dark(page)


# The log, ranges, and chosen inputs


@slow
def check_shown_messages_are_saved_as_a_take(bench):
    page, studio = opened(bench), bench.studio
    before = set(studio.takes())
    page.fill("#only", "cc:76")
    page.until(lambda: not lines(page), "the filter has no effect")
    bench.keys.send("on C4 1 cc 76 33 cc 75 3 off C4 0 +20ms cc 76 44")
    page.until(lambda: len(lines(page)) == 2, "the log lacks messages")
    page.click("#delta")
    page.until(lambda: any(page.content(f"#log {line}.time").startswith("+") for line in ("", ".line:last-child ")),
               "no line has the time since the one before")
    assert "delta=1" in page.run("return location.hash")
    page.click("#delta")
    page.click("#save-log")
    page.until_text("#message", "saved 2 messages as take-")
    saved, = set(studio.takes()) - before
    text = events(bench, saved)
    assert "33" in text and "44" in text and "note" not in text and "75" not in text, text
    # A paused log doesn't show later messages.
    page.click("#pause")
    bench.keys.send("cc 76 55")
    page.until_text("#log-count", "1 new · ")
    page.click("#save-log")
    page.until_text("#message", "saved 2 messages as take-")
    page.click("#pause")
    page.until(lambda: len(lines(page)) == 3, "the log doesn't continue")
    page.find("#only").send_keys(Keys.CONTROL, "a")
    page.find("#only").send_keys(Keys.BACKSPACE)
    page.until(lambda: lines(page))


def check_range_filters_everything_and_stays_in_the_address(bench):
    page, studio = opened(bench), bench.studio
    client = studio.connect()
    start = client.until("state")["now"]
    bench.keys.send("on A4 81 cc 77 5 +100ms off A4 0")
    client.until_state(lambda state: any(value.get("controller") == 77 for value in state["values"]) and not state["held"])
    end = client.state["now"]
    bench.keys.send("on B4 82 cc 78 6 +100ms off B4 0")
    page.until_text("#value-rows", "78")
    zero = client.hello["startedAt"] * 1000
    page.run("location.hash = arguments[0]", f"range={zero + start}-{zero + end}")
    page.until(lambda: page.boxes("#held-rows [data-note='69']"), "the list lacks the note of the range")
    page.until(lambda: "77" in page.content("#value-rows") and "78" not in page.content("#value-rows"),
               f"the values of the range: {page.content('#value-rows')}")
    page.until(lambda: lines(page) and all("B4" not in line and "cc 78" not in line for line in lines(page)))
    assert page.boxes("#held-rows [data-note]")[0].text.startswith("A4")
    page.driver.refresh()
    page.until(lambda: page.status == "live", "a reloaded page isn't live")
    page.until(lambda: page.boxes("#held-rows [data-note='69']"), "a reloaded page has lost the range")
    page.click("#clear-range")
    page.until(lambda: "range=" not in page.run("return location.hash"), "the address keeps the range")
    page.until(lambda: not page.boxes("#held-rows [data-note='69']"))
    page.drag("#strip", 0.6, 0.95)
    page.until(lambda: "range=" in page.run("return location.hash"), "the address has no range")
    assert studio.token not in page.driver.current_url
    page.click("#clear-range")
    page.until(lambda: page.data("#strip", "range") == "", "the range stays")
    client.close()


@slow
def check_range_is_cleared_when_it_became_a_take_or_a_session(bench):
    page, studio = opened(bench), bench.studio
    client = studio.connect()
    zero = client.hello["startedAt"] * 1000
    client.close()
    bench.keys.send("on A4 81 +50ms off A4 0")
    page.until(lambda: int(page.data("#strip", "count")) > 0, "the strip has no note")

    def choose(start, end):
        page.run("location.hash = arguments[0]", f"range={zero + start}-{zero + end}")
        page.until(lambda: page.data("#strip", "range") == f"{start} {end}", "the range isn't chosen")
    choose(0, 1000)  # Nothing can have been received this early.
    page.click("#keep-range")
    page.until(lambda: page.data("#outcome", "error") == "true", "an empty range is kept")
    assert page.data("#strip", "range") == "0 1000"
    choose(0, 10**9)
    page.click("#keep-range")
    page.until(lambda: page.data("#strip", "range") == "", "the range stays")
    page.until(lambda: page.run("return document.activeElement.id") == "strip", "the focus isn't near the button")
    choose(0, 10**9)
    before = studio.takes()
    page.click("#session-range")
    page.until(lambda: page.find("#session-dialog").is_displayed())
    page.click("#session-cancel")
    page.settle()
    assert studio.takes() == before, "a canceled session leaves a take"
    assert page.data("#strip", "range") == f"0 {10**9}"
    page.click("#session-range")
    page.until(lambda: page.find("#session-dialog").is_displayed())
    page.fill("#session-name", "ranged")
    page.click("#session-dialog input[value=notes]")
    page.click("#session-dialog button[type=submit]")
    page.until(lambda: page.boxes(session("ranged")), "the session isn't listed")
    assert len(studio.takes()) == len(before) + 1
    page.until(lambda: page.data("#strip", "range") == "", "the range stays")


@slow
def check_chosen_inputs_are_recorded(bench):
    page, studio, take = with_take(bench, count=3)
    bench.keys.send("on C2 9 off C2 0")
    page.until(lambda: page.boxes("[data-port='Keys']"), "there is no port Keys")
    page.until_text("#log", "C2")
    solo = "[data-port='Keys'] [data-choice=solo]"
    page.run("document.querySelector(arguments[0]).click()", solo)
    before = set(studio.takes())
    record(page)
    page.until_text("#command", "--in Keys -o take-")
    bench.play_on_instrument(take)
    bench.keys.send("on C3 90 off C3 0")
    page.until_text("#losses", "1 note")
    stop(page)
    page.until_text("#message", "recorded take-")
    found, = set(studio.takes()) - before
    text = events(bench, found)
    assert "C3" in text and "C4" not in text, text
    page.run("document.querySelector(arguments[0]).click()", solo)
    page.until(lambda: page.find("#record").get_attribute("title") == "Record all inputs (F9)")
