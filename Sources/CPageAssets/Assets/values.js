import { makeHeading, setHeading, withHeadings } from "./held.js";
import { Surface } from "./painting.js";
import { KeyedRows, element, make, setHidden, setShare, setText } from "./parts.js";
import { showLook } from "./portlooks.js";
import { History } from "./rates.js";
import { counted, grouped } from "./words.js";

// The values of controllers, programs, and bends, each with a bar and the line of its last seconds.
export class Values {
  static most = 64;
  static interval = 100000; // between two pictures of a line
  static slowInterval = 1000000; // if the user wants little motion

  constructor({ colors, lookOf, portName, fullName = portName, isSlow = () => false }) {
    Object.assign(this, { colors, lookOf, portName, fullName, isSlow });
    this.box = element("value-rows");
    this.empty = element("no-values");
    this.rest = element("values-rest");
    this.count = element("values-count");
    this.rows = new KeyedRows(this.box, (item) => this.create(item), (row, item) => this.update(row, item));
  }

  // Draws the latest values, or those of a range.
  draw(values, time, isRange = false) {
    Object.assign(this, { time, isRange });
    const shown = values.slice(0, Values.most);
    this.due = [];
    this.rows.set(withHeadings(shown, this.portName, this.fullName),
      ({ heading, input, channel, name }) => (heading === undefined ? `${input} ${channel} ${name}` : `${input}`));
    // After all other changes, because a canvas with a new size needs a new layout.
    for (const row of this.due) this.paint(row);
    setHidden(this.empty, values.length > 0);
    setHidden(this.rest, values.length <= shown.length);
    setText(this.rest, `and ${grouped(values.length - shown.length)} more`);
    const count = values.length > 0 || isRange ? counted(values.length, "value") : "";
    setText(this.count, isRange ? `${count} in the range` : count);
    setText(this.empty, isRange ? "No controller moved in the range." : "No controller has moved.");
  }

  // Paints all lines again, in new colors or sizes.
  repaint() {
    for (const row of this.rows.rows.values()) row.painted = -Infinity;
  }

  create(item) {
    if (item.heading !== undefined) return { node: makeHeading() };
    const node = make("li", "value");
    node.setAttribute("role", "row");
    node.dataset.name = item.name;
    const [name, channel] = [make("span", "name", item.name), make("span", "channel", String(item.channel))];
    const [bar, fill, text, canvas] = [make("i", "bar"), make("u"), make("span", "text"), make("canvas")];
    name.title = item.controller === null ? item.name : `${item.name} (controller ${item.controller})`;
    channel.title = `channel ${item.channel}`;
    canvas.setAttribute("aria-hidden", "true");
    for (const part of [name, channel, text]) part.setAttribute("role", "cell");
    bar.setAttribute("aria-hidden", "true");
    bar.append(fill);
    node.append(name, channel, bar, text, canvas);
    return { node, fill, text, surface: new Surface(canvas), history: new History(), painted: -Infinity };
  }

  update(row, item) {
    if (item.heading !== undefined) {
      setHeading(row, item, this.lookOf);
      return;
    }
    row.look = this.lookOf(item.input);
    showLook(row.node, row.look);
    const { low, high, value } = item;
    const share = (value - low) / Math.max(1, high - low);
    if (!this.isRange) row.history.add(this.time, share);
    // The bar of a bend starts in the middle.
    const isCentered = low < 0 || item.name.includes("bend");
    row.node.classList.toggle("centered", isCentered);
    setShare(row.fill, isCentered ? Math.abs(share - 0.5) * 2 : share);
    row.fill.parentElement.classList.toggle("lower", isCentered && share < 0.5);
    setText(row.text, item.text);
    const interval = this.isSlow() ? Values.slowInterval : Values.interval;
    const isDue = this.time - row.painted >= interval || this.time < row.painted;
    if (!isDue || (!row.history.isMoving(this.time) && row.painted > -Infinity)) return;
    row.painted = this.time;
    this.due.push(row);
  }

  paint({ surface, history, look }) {
    if (!surface.fit()) return;
    const { context, width, height } = surface;
    const { colors, time } = this;
    history.trim(time);
    surface.fill(colors.panel);
    context.strokeStyle = colors[`voice-${look.voice}`];
    context.lineWidth = 1.25;
    context.beginPath();
    const x = (at) => width * (1 - (time - at) / History.span);
    const y = (share) => 2 + (1 - share) * (height - 4);
    for (const [index, point] of history.points.entries()) {
      if (index === 0) context.moveTo(x(point.time), y(point.value));
      else {
        context.lineTo(x(point.time), y(history.points[index - 1].value));
        context.lineTo(x(point.time), y(point.value));
      }
    }
    context.lineTo(width, y(history.points[history.points.length - 1]?.value ?? 0));
    context.stroke();
  }
}
