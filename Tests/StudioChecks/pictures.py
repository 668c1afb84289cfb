"""Takes the pictures of the guide: the page while somebody plays the LinnStrument."""
import base64

from studio import Studio, scale, write_take

CHORD = ("C3", "G3", "E4", "B4")
SIZE = {"width": 1440, "height": 940}


def take(bench, name, scheme):
    page = bench.page
    page.load(bench.studio.address)
    page.until(lambda: page.status == "live", "the page isn't live")
    page.command("Emulation.setDeviceMetricsOverride", **SIZE, deviceScaleFactor=1, mobile=False)
    page.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    page.until(lambda: page.shown("piano").count("pressed") == len(CHORD), "the chord isn't shown")
    page.settle()
    picture = page.command("Page.captureScreenshot", format="png")["data"]
    (bench.folder / name).write_bytes(base64.b64decode(picture))


def take_all(bench):
    """Writes studio.png, and studio~dark.png, which DocC shows on dark pages."""
    bench.made["studio"] = Studio(bench.program, bench.folder / "takes", bench.ports.pop())
    for name, count in (("evening-etude", 24), ("scale", 8)):
        write_take(bench.studio.folder / f"{name}.mid", scale(count, 0.25))
    melody = " ".join(f"on {note} {60 + 5 * (note % 9)} +180ms off {note} 64" for note in (60, 64, 67, 72, 71, 67, 64, 62) * 3)
    bench.player.send(f"{melody} cc 64 127")
    bench.player.send(" ".join(f"cp 70 cc 74 {40 + 9 * index} on {note} {70 + 12 * index}" for index, note in enumerate(CHORD)))
    take(bench, "studio.png", "light")
    take(bench, "studio~dark.png", "dark")
