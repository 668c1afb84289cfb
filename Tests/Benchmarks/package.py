"""Measures the first build of packages that depend on midirec by its URL, without any cache.

    package.py FOLDER

Exits with 1 if a build takes longer than its bound, on two idle cores."""
import pathlib
import shutil
import subprocess
import sys
import time

import measuring

# Each product, the traits of the dependency, a declaration that needs the product, and the bound in seconds.
PACKAGES = [
    ("MIDIFiles", ", traits: []", "let app = MIDIFile.maxTrackCount", 60),
    ("MIDIRecTesting", "", "let app = RecordMode.pending", 100),
]


def build(folder, product, traits, declaration):
    """Returns the time of the first build in seconds."""
    shutil.rmtree(folder, ignore_errors=True)
    package, repository = folder / "app", folder / "midirec.git"
    (package / "Sources/App").mkdir(parents=True)
    subprocess.run(["git", "clone", "--quiet", "--bare", ".", repository], check=True)
    subprocess.run(["git", "-C", repository, "tag", "--force", "0.1.0", "HEAD"], check=True, stdout=subprocess.DEVNULL)
    (package / "Sources/App/App.swift").write_text(f"import {product}\n\n{declaration}\n")
    (package / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "App",
  dependencies: [.package(url: "file://{repository.resolve()}", from: "0.1.0"{traits})],
  targets: [.target(name: "App", dependencies: [.product(name: "{product}", package: "midirec")])])
""")
    started = time.monotonic()
    subprocess.run(["swift", "build", "--quiet", "--package-path", package, "--cache-path", folder / "cache"], check=True)
    return time.monotonic() - started


def main(folder):
    bars = measuring.Bars()
    for product, traits, declaration, bound in PACKAGES:
        print(bars.check(f"{product}, first build", build(pathlib.Path(folder), product, traits, declaration), bound, " s"))
    return 1 if bars.missed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
