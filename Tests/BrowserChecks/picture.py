"""Writes the image of a report on wrong grid cells for the guides.

    ~/.cache/midirec/browser-1/bin/python -B Tests/BrowserChecks/picture.py

Runs the tests of known defects, which write the report, opens the page of the LinnStrument 200 in Chromium, selects the
note that lights a wrong cell, and writes Sources/midirec/midirec.docc/defects.png. Needs the
packages that Scripts/test installs."""
import base64
import os
import pathlib
import subprocess
import tempfile

import browser

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
PICTURE = PROJECT / "Sources/midirec/midirec.docc/defects.png"
WIDTH, HEIGHT = 1200, 700
# The text to find in the list of differences.
DIFFERENCE = "column 16, row 3 instead of column 15, row 3"


def write_report(folder):
    subprocess.run(
        ["swift", "test", "--quiet", "--filter", "Defects"], cwd=PROJECT, check=True, stdout=subprocess.DEVNULL,
        env={**os.environ, "MIDIREC_DEFECTS_REPORT": str(folder)})


def choose(page):
    """Opens the page that has the difference, and selects it."""
    for path in sorted(page.folder.glob("*grid.html")):
        page.open(path.name, width=WIDTH, height=HEIGHT)
        # Step by step, because the list contains only visible rows.
        for _ in range(int(page.find("#list").get_attribute("data-count"))):
            page.press("n")
            if DIFFERENCE in page.text("#chosen"):
                # Show the whole take, and remove the focus from the keys.
                page.press("0")
                page.run("document.activeElement.blur()")
                page.settle()
                return
    raise SystemExit(f"no page contains: {DIFFERENCE}")


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
