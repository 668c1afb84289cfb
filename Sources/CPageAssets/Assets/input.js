// Input by mouse, touch, and keys.
class Input {
  static slop = 4; // a pointer that moved less has clicked

  constructor(page) {
    this.page = page;
    this.pointers = new Map();
  }

  // Adds the listeners when the page is complete.
  start() {
    const { page } = this;
    const roll = document.getElementById("roll");
    this.followWheel(roll);
    this.followPointers(roll, (x, y) => page.clickRoll(x, y), (y) => y < View.ruler);
    this.followOverview(document.getElementById("overview"));
    document.addEventListener("keydown", (event) => this.press(event));
    const press = (id, action) => document.getElementById(id).addEventListener("click", action);
    press("previous", () => page.step(-1));
    press("next", () => page.step(1));
    press("zoom-in", () => page.view.zoom(0.6, page.zoomPlace));
    press("zoom-out", () => page.view.zoom(1 / 0.6, page.zoomPlace));
    press("fit", () => page.view.showAll());
    press("bars", () => page.toggleBars());
    const help = document.getElementById("help");
    press("open-help", () => help.showModal());
    help.addEventListener("click", (event) => {
      if (event.target === help) help.close();
    });
  }

  followLane(canvas, differenceAt) {
    this.followWheel(canvas, true);
    this.followPointers(canvas, (x, y) => {
      const index = differenceAt(x, y);
      if (index >= 0) this.page.choose(index);
      else this.page.moveCursor(this.page.view.time(x));
    }, () => false);
  }

  // In a lane, the wheel scrolls the lanes; Control or Shift apply it to the time.
  followWheel(element, isLane = false) {
    element.addEventListener("wheel", (event) => {
      const { view } = this.page;
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (isLane && !isSideways && !event.ctrlKey) return;
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 24 : event.deltaMode === 2 ? 400 : 1;
      const delta = (isSideways && event.deltaX !== 0 ? event.deltaX : event.deltaY) * unit;
      const box = element.getBoundingClientRect();
      if (isSideways) view.scroll(delta);
      else if (event.altKey) view.zoomRows(Math.exp(delta * 0.0015), event.clientY - box.top);
      // A touchpad reports a pinch as a wheel with Control, in small steps.
      else view.zoom(Math.exp(delta * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX - box.left);
    }, { passive: false });
  }

  followPointers(element, click, isRuler) {
    const pointers = new Map();
    let drag = null;
    const place = (event) => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const spread = () => {
      const [a, b] = [...pointers.values()];
      return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, distance: Math.max(20, Math.hypot(a.x - b.x, a.y - b.y)) };
    };
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      const at = place(event);
      pointers.set(event.pointerId, at);
      if (pointers.size === 1) drag = { ...at, isRuler: isRuler(at.y), hasMoved: false };
      if (pointers.size === 2) Object.assign(drag, spread(), { hasMoved: true });
      if (drag?.isRuler) this.page.moveCursor(this.page.view.time(at.x));
    });
    element.addEventListener("pointermove", (event) => {
      if (!pointers.has(event.pointerId) || !drag) return;
      const at = place(event);
      pointers.set(event.pointerId, at);
      const { view } = this.page;
      if (pointers.size === 2) {
        const now = spread();
        view.zoom(drag.distance / now.distance, drag.x);
        view.scroll(drag.x - now.x, drag.y - now.y);
        Object.assign(drag, now);
      } else if (drag.isRuler) {
        this.page.moveCursor(view.time(at.x));
      } else {
        if (!drag.hasMoved && Math.hypot(at.x - drag.x, at.y - drag.y) < Input.slop) return;
        drag.hasMoved = true;
        view.scroll(drag.x - at.x, drag.y - at.y);
        Object.assign(drag, at);
      }
    });
    const end = (event) => {
      if (!pointers.delete(event.pointerId) || !drag) return;
      if (pointers.size > 0) {
        Object.assign(drag, [...pointers.values()][0]);
        return;
      }
      if (!drag.hasMoved && !drag.isRuler && event.type === "pointerup") click(drag.x, drag.y);
      drag = null;
    };
    element.addEventListener("pointerup", end);
    element.addEventListener("pointercancel", end);
  }

  followOverview(canvas) {
    const { page } = this;
    const move = (event) => {
      if (!(event.buttons & 1)) return;
      const box = canvas.getBoundingClientRect();
      page.view.set(page.overview.time(event.clientX - box.left) - page.view.span / 2, page.view.span);
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      move(event);
    });
    canvas.addEventListener("pointermove", move);
  }

  press(event) {
    const { page } = this;
    const { view } = page;
    const help = document.getElementById("help");
    if (help.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input") && !["n", "p", "?"].includes(event.key)) return;
    if (event.key === " " && event.target.closest?.("button")) return;
    const step = event.shiftKey ? null : view.plotWidth * 0.1;
    const moveCursor = (count) => page.moveCursor(page.cursor + (count * view.span) / 100, true);
    const actions = {
      ArrowLeft: () => (step === null ? moveCursor(-1) : view.scroll(-step)),
      ArrowRight: () => (step === null ? moveCursor(1) : view.scroll(step)),
      ArrowUp: () => view.scroll(0, -view.rowHeight * 3),
      ArrowDown: () => view.scroll(0, view.rowHeight * 3),
      Home: () => {
        view.set(view.from, view.span);
        page.moveCursor(Math.max(0, view.from));
      },
      End: () => {
        view.set(view.to, view.span);
        page.moveCursor(page.last);
      },
      "+": () => view.zoom(0.6, page.zoomPlace),
      "=": () => view.zoom(0.6, page.zoomPlace),
      "-": () => view.zoom(1 / 0.6, page.zoomPlace),
      0: () => view.showAll(),
      " ": () => page.playback.toggle(),
      e: () => page.playback.toggle("expected"),
      a: () => page.playback.toggle("actual"),
      b: () => page.toggleBars(),
      n: () => page.step(1),
      p: () => page.step(-1),
      "?": () => help.showModal(),
      Escape: () => page.choose(-1),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}
