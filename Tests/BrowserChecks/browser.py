"""Headless Chromium, and a report in it as the checks use it."""
import json
import pathlib
import urllib.parse

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE = 60  # seconds, for a busy machine


class RunningDriver(webdriver.ChromeService):
    """A driver of Chromium that already runs."""

    def start(self):
        """Does nothing."""

    def stop(self):
        """Does nothing."""


def start(driver_port=None):
    """Starts Chromium, through a driver that already runs if its port is given. The caller quits it."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    # Root and containers have no sandbox. Chromium opens only the tests' own reports.
    for argument in ("headless=new", "no-sandbox", "disable-dev-shm-usage", "hide-scrollbars=false"):
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    kind = RunningDriver if driver_port else webdriver.ChromeService
    driver = webdriver.Chrome(options=options, service=kind("/usr/bin/chromedriver", port=driver_port or 0))
    driver.set_script_timeout(PATIENCE)
    return driver


class Page:
    """A report of the tested folder. Times are in microseconds, positions in CSS pixels."""

    def __init__(self, driver, folder):
        self.driver = driver
        self.folder = pathlib.Path(folder).resolve()
        self.facts = json.loads((self.folder / "facts.json").read_text())

    def open(self, name, width=1280, height=800, dark=False, touch=False):
        self.driver.get("about:blank")
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=2 if touch else 1, mobile=touch)
        self.command("Emulation.setTouchEmulationEnabled", enabled=touch, maxTouchPoints=2)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.command("Emulation.setEmulatedMedia", features=[scheme])
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        self.driver.get((self.folder / name).as_uri())
        self.until(lambda: self.run("return document.documentElement.dataset.drawn") is not None)
        self.settle()

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, condition):
        WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05).until(lambda _: condition())

    def settle(self):
        """Waits until the requested frame has been drawn."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))")

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def find_all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.find(selector).text

    def click(self, selector):
        self.find(selector).click()
        self.settle()

    def press(self, *keys, on="#roll"):
        """Presses keys while an element has the focus, or without an element."""
        if on:
            self.run("document.querySelector(arguments[0]).focus()", on)
        chain = ActionChains(self.driver, duration=0)
        chain.send_keys(*keys).perform()
        self.settle()

    def press_with_shift(self, key, on="#roll"):
        self.run("document.querySelector(arguments[0]).focus()", on)
        ActionChains(self.driver).key_down(Keys.SHIFT).send_keys(key).key_up(Keys.SHIFT).perform()
        self.settle()

    # The piano roll, by the numbers that it publishes.

    @property
    def roll(self):
        data = self.run("return {...document.getElementById('roll').dataset}")
        del data["playing"]
        return {key: float(value) if value else None for key, value in data.items()}

    @property
    def roll_box(self):
        return self.run("""const box = document.getElementById('roll').getBoundingClientRect();
            return {x: box.x, y: box.y, width: box.width, height: box.height}""")

    def x_of(self, time):
        roll = self.roll
        width = self.roll_box["width"] - roll["gutter"]
        return roll["gutter"] + (time - roll["start"]) / roll["span"] * width

    def y_of(self, note):
        """Returns the middle of a note's row."""
        roll = self.roll
        return roll["top"] + (roll["topNote"] - note + 0.5) * roll["rowHeight"]

    def time_at(self, x):
        roll = self.roll
        width = self.roll_box["width"] - roll["gutter"]
        return roll["start"] + (x - roll["gutter"]) / width * roll["span"]

    def mouse(self, kind, x, y, **more):
        """Sends a mouse event at a position of the piano roll."""
        box = self.roll_box
        self.command("Input.dispatchMouseEvent", type=kind, x=box["x"] + x, y=box["y"] + y, **more)

    def click_roll(self, x, y):
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", buttons=0, clickCount=1)
        self.settle()

    def drag_roll(self, x, y, right, down=0):
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        for part in (0.25, 0.5, 1):
            self.mouse("mouseMoved", x + right * part, y + down * part, button="left", buttons=1)
        self.mouse("mouseReleased", x + right, y + down, button="left", buttons=0, clickCount=1)
        self.settle()

    def wheel(self, x, y, down=0, right=0, modifiers=0):
        self.mouse("mouseWheel", x, y, deltaX=right, deltaY=down, modifiers=modifiers)
        self.settle()
        self.settle()

    def touch(self, kind, points):
        box = self.roll_box
        self.command("Input.dispatchTouchEvent", type=kind, touchPoints=[
            {"x": box["x"] + x, "y": box["y"] + y, "id": index} for index, (x, y) in enumerate(points)])

    def set_cursor(self, time):
        """Clicks on the ruler."""
        self.click_roll(self.x_of(time), 8)

    def pixel(self, x, y, canvas="#roll canvas"):
        """Returns the color of a canvas at a position, as three numbers."""
        return self.run("""
            const canvas = document.querySelector(arguments[0]);
            const ratio = canvas.width / canvas.clientWidth;
            const [x, y] = [arguments[1] * ratio, arguments[2] * ratio];
            return [...canvas.getContext('2d').getImageData(x, y, 1, 1).data].slice(0, 3)""", canvas, x, y)

    def colors(self, canvas, x, y, width, height):
        """Returns the distinct colors in a rectangle of a canvas."""
        return self.run("""
            const canvas = document.querySelector(arguments[0]);
            const ratio = canvas.width / canvas.clientWidth;
            const [x, y, width, height] = [...arguments].slice(1).map((value) => Math.round(value * ratio));
            const data = canvas.getContext('2d').getImageData(x, y, Math.max(1, width), Math.max(1, height)).data;
            const found = new Set();
            for (let place = 0; place < data.length; place += 4) {
              found.add(`${data[place]},${data[place + 1]},${data[place + 2]}`);
            }
            return [...found]""", canvas, x, y, width, height)

    def colors_of_cells(self, canvas, columns, rows):
        """Returns the distinct colors in each cell of an evenly divided canvas, row by row."""
        return self.run("""
            const [canvas, columns, rows] = [document.querySelector(arguments[0]), arguments[1], arguments[2]];
            const {width, height} = canvas;
            const data = canvas.getContext('2d').getImageData(0, 0, width, height).data;
            const found = Array.from({length: columns * rows}, () => new Set());
            for (let y = 0; y < height; y += 1) {
              for (let x = 0; x < width; x += 1) {
                const place = 4 * (y * width + x);
                const cell = Math.floor(y * rows / height) * columns + Math.floor(x * columns / width);
                found[cell].add(`${data[place]},${data[place + 1]},${data[place + 2]}`);
              }
            }
            return found.map((colors) => [...colors])""", canvas, columns, rows)

    def color(self, name):
        """Returns a color of the style sheet as pixels have it."""
        text = self.run("return getComputedStyle(document.documentElement).getPropertyValue(arguments[0])", name)
        value = int(text.strip()[1:], 16)
        return [value >> 16, value >> 8 & 255, value & 255]

    def state(self, side):
        """Returns the sounding notes at the cursor, and the values by name."""
        cells = self.run("""
            const found = {};
            for (const row of document.querySelectorAll('#state-rows tr')) {
              const cell = row.querySelector(`td[data-side=${arguments[0]}]`);
              if (!cell) continue;
              const items = [...cell.querySelectorAll('li')].map((item) => item.textContent);
              found[row.dataset.name] = row.dataset.name === 'notes' ? items : cell.textContent;
            }
            return found""", side)
        return cells

    def console(self):
        """Returns the console messages."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """Returns the requested addresses."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [urllib.parse.unquote(message["params"]["request"]["url"]) for message in messages
                if message["method"] == "Network.requestWillBeSent"]
