"""Makes the picture of the defects' report anew: what the page of a grid with wrong cells looks like.

    ~/.cache/midirec/browser-1/bin/python -B Tests/BrowserChecks/picture.py

Runs the tests of the known defects, which write their report, opens the page of the LinnStrument 200 in Chromium,
chooses the note that lights cell 115 in place of 114, and writes
Sources/Instruments/Instruments.docc/Resources/defects.png. Wants what Scripts/test installs.
"""
import base64
import os
import pathlib
import subprocess
import tempfile

import browser

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
PICTURE = PROJECT / "Sources/Instruments/Instruments.docc/Resources/defects.png"
WIDTH, HEIGHT = 1200, 700
# What is looked for in the list of differences.
DIFFERENCE = "cell 115 instead of 114"


def write_report(folder):
    subprocess.run(
        ["swift", "test", "--quiet", "--filter", "Defects"], cwd=PROJECT, check=True, stdout=subprocess.DEVNULL,
        env={**os.environ, "MIDIREC_DEFECTS_REPORT": str(folder)})


def choose(page):
    """Opens the page that has the difference, and chooses it there."""
    for path in sorted(page.folder.glob("*grid.html")):
        page.open(path.name, width=WIDTH, height=HEIGHT)
        # Step by step: the list has only the rows that are seen.
        for _ in range(int(page.find("#list").get_attribute("data-count"))):
            page.press("n")
            if DIFFERENCE in page.text("#chosen"):
                # All of the music, and no key has the focus.
                page.press("0")
                page.run("document.activeElement.blur()")
                page.settle()
                return
    raise SystemExit(f"no page says: {DIFFERENCE}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_report(folder)
        (folder / "facts.json").write_text("{}")
        driver = browser.start()
        try:
            page = browser.Page(driver, folder)
            choose(page)
            box = page.find("#instrument").rect
            part = {"x": 0, "y": 0, "width": WIDTH, "height": box["y"] + box["height"], "scale": 1}
            picture = page.command("Page.captureScreenshot", format="png", clip=part)["data"]
        finally:
            driver.quit()
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_bytes(base64.b64decode(picture))
    print(f"{PICTURE.relative_to(PROJECT)}: {PICTURE.stat().st_size / 1000:.0f} kB")


main()
