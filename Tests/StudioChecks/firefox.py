"""The page of the studio in Firefox, which is driven by WebDriver BiDi."""
import base64
import itertools
import json

from client import TEXT, WebSocket
from studio import wait

RESULT = "(() => {{ {} }})()"


class Firefox:
    """A tab that shows a studio. Keys have the values of WebDriver, which for letters are themselves."""

    def __init__(self, port):
        self.numbers = itertools.count(1)
        self.complaints = []
        self.socket = WebSocket(port, origins=[], path="/session")
        assert self.socket.status == 101, self.socket.status
        self.do("session.new", capabilities={})
        self.do("session.subscribe", events=["log.entryAdded"])
        self.tab = self.do("browsingContext.getTree")["contexts"][0]["context"]

    def do(self, method, **parameters):
        """Performs a command, and returns its result."""
        number = next(self.numbers)
        self.socket.send({"id": number, "method": method, "params": parameters})
        while True:
            opcode, content = self.socket.receive()
            message = json.loads(content) if opcode == TEXT else {}
            if message.get("method") == "log.entryAdded" and message["params"]["level"] in ("warn", "error"):
                self.complaints.append(message["params"]["text"])
            if message.get("id") == number:
                assert message["type"] == "success", (method, message)
                return message["result"]

    def run(self, script):
        """Runs the body of a function, and returns a text or a number."""
        result = self.do("script.evaluate", expression=RESULT.format(script), target={"context": self.tab}, awaitPromise=True)
        assert result["type"] == "success", result
        return result["result"].get("value")

    def open(self, address, width=1200, height=860):
        self.do("browsingContext.setViewport", context=self.tab, viewport={"width": width, "height": height})
        self.do("browsingContext.navigate", context=self.tab, url="about:blank", wait="complete")
        self.do("browsingContext.navigate", context=self.tab, url=address, wait="complete")
        wait(lambda: self.run("return document.documentElement.dataset.status ?? ''") == "live", "the page is live")

    def box(self, selector):
        """Returns the place and the size of an element, in CSS pixels of the window."""
        return json.loads(self.run(f"""const node = document.querySelector('{selector}');
            node.scrollIntoView({{block: 'nearest'}});
            const {{x, y, width, height}} = node.getBoundingClientRect();
            return JSON.stringify([x, y, width, height])"""))

    def shown(self, element):
        return self.run(f"return document.getElementById('{element}').dataset.shown ?? ''")

    def until_shown(self, element, text):
        wait(lambda: self.shown(element) == text, f"#{element} shows {text!r}")

    def act(self, kind, *actions, **parameters):
        source = {"type": kind, "id": kind, "actions": list(actions), **({"parameters": parameters} if parameters else {})}
        self.do("input.performActions", context=self.tab, actions=[source])

    def key(self, kind, value):
        self.act("key", {"type": kind, "value": value})

    def mouse(self, kind, *place):
        moves = [{"type": "pointerMove", "x": round(place[0]), "y": round(place[1])}] if place else []
        self.act("pointer", *moves, {"type": kind, "button": 0}, pointerType="mouse")

    def screenshot(self):
        return base64.b64decode(self.do("browsingContext.captureScreenshot", context=self.tab)["data"])

    def end(self):
        self.socket.close()
