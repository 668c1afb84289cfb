"""The page in Firefox: what differs between browsers is drawing, input, and how a tab ends."""
from studio import SINK, place_of_key, slow, wait

C4 = 60


def playing(bench):
    page, sink = bench.firefox, bench.sink
    page.open(bench.studio.address)
    wait(lambda: SINK in page.run("return document.getElementById('output').textContent"), "the output is listed")
    page.run(f"""const output = document.getElementById('output');
        output.value = [...output.options].find((option) => option.textContent === '{SINK}').value;
        output.dispatchEvent(new Event('change'));""")
    wait(lambda: "chose the output" in page.run("return document.getElementById('message').textContent"), "the output is chosen")
    page.run("document.activeElement.blur()")
    sink.clear()
    return page, sink


@slow
def check_firefox_shows_what_is_played(bench):
    page = bench.firefox
    page.open(bench.studio.address)
    bench.player.send("on C4 79")
    page.until_shown("piano", "C4 pressed 79")
    assert "C4 " in page.shown("grid"), page.shown("grid")
    bench.player.send("off C4 64")
    page.until_shown("piano", "")
    page.until_shown("grid", "")
    for name, width, height in (("wide", 1200, 860), ("phone", 390, 844)):
        page.open(bench.studio.address, width, height)
        (bench.folder / f"firefox-{name}.png").write_bytes(page.screenshot())
        overflow = page.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert overflow <= 0, f"the page is {overflow} pixels wider than its {name} window"
    assert page.complaints == [], page.complaints


@slow
def check_firefox_plays_and_ends_what_it_holds(bench):
    page, sink = playing(bench)
    keys = page.run("return document.getElementById('piano').dataset.range")
    place = place_of_key(C4, keys, page.box("#piano"))
    page.mouse("pointerDown", *place)
    sink.expect("90 3C ..")
    page.mouse("pointerUp")
    sink.expect("90 3C ..", "80 3C ..")
    page.key("keyDown", "a")
    wait(lambda: sink.sounding() == {(1, C4)}, "the key plays")
    page.key("keyUp", "a")
    wait(lambda: sink.sounding() == set(), "the key ends its note")
    page.key("keyDown", "a")
    wait(lambda: sink.sounding() == {(1, C4)}, "the key plays again")
    page.do("browsingContext.navigate", context=page.tab, url="about:blank", wait="complete")
    wait(lambda: sink.sounding() == set(), "the note of a page that was left ends")
    page.key("keyUp", "a")
