"""The page of the studio in Chromium."""
import contextlib

import browser
from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait
from studio import place_of_key


class LivePage(browser.Page):
    """A tab that shows a studio."""

    patience = 15  # seconds

    def __init__(self, driver_port):
        self.driver = browser.start(driver_port)
        self.driver.set_page_load_timeout(self.patience)
        self.shows = None  # the studio

    def until(self, condition, text=""):
        try:
            WebDriverWait(self.driver, self.patience, poll_frequency=0.03).until(lambda _: condition())
        except TimeoutException:
            raise AssertionError(text or "the condition of the page isn't true") from None

    def open(self, studio):
        """Opens the page, and waits until it is live."""
        self.load(studio.address)
        self.until(lambda: self.status == "live", "the page isn't live")
        self.until(lambda: self.run("return document.documentElement.dataset.drawn") is not None)
        self.shows = studio

    def load(self, address):
        self.shows = None
        self.driver.get("about:blank")  # Otherwise, an address that only differs after "#" isn't loaded.
        self.command("Emulation.setDeviceMetricsOverride", width=1200, height=860, deviceScaleFactor=1, mobile=False)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        self.driver.get(address)

    def set_width(self, width):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=860, deviceScaleFactor=1, mobile=False)
        self.settle()

    @property
    def status(self):
        return self.run("return document.documentElement.dataset.status ?? ''")

    def shown(self, element):
        return self.run("return document.getElementById(arguments[0]).dataset.shown ?? ''", element)

    def content(self, selector):
        """Returns the text of an element, even if it is hidden."""
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def data(self, selector, name):
        return self.run("return document.querySelector(arguments[0])?.dataset[arguments[1]] ?? null", selector, name)

    def until_text(self, selector, part):
        try:
            self.until(lambda: part in self.content(selector))
        except AssertionError:
            raise AssertionError(f"{selector} shows {self.content(selector)[-300:]!r} without {part!r}") from None

    def choose_output(self, name):
        """Chooses an output, and waits for the server."""
        self.until(lambda: name in self.content("#output"), f"there is no output {name}")
        Select(self.find("#output")).select_by_visible_text(name)
        self.until_text("#message", f"chose the output {name}")

    def fill(self, selector, text):
        field = self.find(selector)
        field.clear()
        field.send_keys(text)

    def enter(self, selector, text):
        """Types into a field, and submits its form."""
        self.fill(selector, text)
        self.find(selector).submit()

    def box(self, selector):
        """Returns the place and the size of an element, in CSS pixels of the window."""
        return self.run("""const node = document.querySelector(arguments[0]);
            node.scrollIntoView({block: 'nearest'});
            const {x, y, width, height} = node.getBoundingClientRect();
            return [x, y, width, height]""", selector)

    def center_of(self, selector):
        x, y, width, height = self.box(selector)
        return x + width / 2, y + height / 2

    def place_of_key(self, note, depth=0.9):
        """Returns the place of a white key of the piano, in CSS pixels of the window."""
        return place_of_key(note, self.data("#piano", "range"), self.box("#piano"), depth)

    def mouse_at(self, kind, x, y):
        self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                     buttons=0 if kind == "mouseReleased" else 1, clickCount=1)

    def press_mouse(self, note):
        self.mouse_at("mousePressed", *self.place_of_key(note))

    def release_mouse(self, note):
        self.mouse_at("mouseReleased", *self.place_of_key(note))

    def fingers(self, kind, *points):
        """Sends a touch, whose points are a note, the force on it, and possibly the depth on the key."""
        self.command("Input.dispatchTouchEvent", type=kind, touchPoints=[
            dict(zip(("x", "y"), self.place_of_key(note, *depth)), id=index, force=force)
            for index, (note, force, *depth) in enumerate(points)])

    def key(self, kind, code, text=""):
        self.command("Input.dispatchKeyEvent", type=kind, code=code, key=text or code,
                     windowsVirtualKeyCode=ord(text.upper()) if len(text) == 1 else 27)

    def drag(self, selector, start, end):
        """Drags across an element, between shares of its width."""
        x, y, width, height = self.box(selector)
        self.mouse_at("mousePressed", x + start * width, y + height / 2)
        for share in (0.5, 1):
            self.command("Input.dispatchMouseEvent", type="mouseMoved", button="left", buttons=1,
                         x=x + (start + (end - start) * share) * width, y=y + height / 2)
        self.mouse_at("mouseReleased", x + end * width, y + height / 2)
        self.settle()

    def new_tab(self):
        """Opens a tab, switches to it, and returns the handle of the earlier one."""
        earlier = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        return earlier

    @contextlib.contextmanager
    def opened_tab(self):
        """Shows the tab that opens, and closes it at the end."""
        first = self.driver.current_window_handle
        self.until(lambda: len(self.driver.window_handles) == 2, "no tab opens")
        other, = set(self.driver.window_handles) - {first}
        self.driver.switch_to.window(other)
        try:
            yield
        finally:
            self.close_tab(first)

    def close_tab(self, then):
        self.driver.close()
        self.driver.switch_to.window(then)

    def kill(self):
        """Ends Chromium, as a crash does."""
        with contextlib.suppress(WebDriverException):
            self.command("Browser.crash")

    def end(self):
        self.driver.quit()

    def boxes(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)
