import { element, make, setAttribute, setHidden, setText } from "./parts.js";
import { fileName } from "./takedetail.js";

// Opens a report in a new tab, which can't reach this page. The link stays for browsers that block new tabs.
export function openReport(link, path) {
  link.href = path;
  setHidden(link, false);
  link.click();
}

// Returns a link to a report, hidden until there is one.
export function makeReportLink() {
  const link = make("a", "report-link", "report ↗");
  Object.assign(link, { target: "_blank", rel: "noopener", hidden: true });
  return link;
}

// Returns two takes as the expected and the actual one: the older one is expected, or the first of two of the same time.
export function expectedFirst(first, second) {
  return first.modified <= second.modified ? [first, second] : [second, first];
}

// The differences of two takes, as midirec diff prints them.
export class TakeComparison {
  // Say shows an error.
  constructor({ act, address, say }) {
    Object.assign(this, { act, address, say });
    this.box = element("compared");
    this.text = element("compared-text");
    this.tolerance = element("compared-tolerance");
    this.standardTolerance = this.tolerance.value;
    this.link = makeReportLink();
    element("compared-report").after(this.link);
    this.tolerance.addEventListener("change", () => this.choose());
    element("compared-swap").addEventListener("click", () => {
      [this.expected, this.actual] = [this.actual, this.expected];
      this.choose();
    });
    element("compared-report").addEventListener("click", () => this.report());
    element("compared-close").addEventListener("click", () => {
      this.close();
      this.opener?.focus();
    });
  }

  // Compares takes. The opener gets the focus again.
  compare(expected, actual, opener) {
    Object.assign(this, { expected: expected.file, actual: actual.file, opener });
    this.choose();
  }

  // Puts the comparison into the address, and shows it.
  choose(isQuiet = false) {
    this.address.set({ compare: `${this.expected}/${this.actual}`, within: this.tolerance.value });
    this.load(isQuiet);
  }

  close() {
    this.address.set({ compare: "" });
    this.readAddress();
  }

  // Shows the comparison of the address, or none.
  readAddress() {
    const compare = this.address.get("compare");
    const [expected, actual] = compare.split("/");
    const within = this.address.get("within");
    const isOffered = [...this.tolerance.options].some(({ value }) => value === within);
    this.address.set({ compare: actual ? compare : "", within: actual && isOffered ? within : "" });
    Object.assign(this, { expected, actual, stamp: undefined });
    setHidden(this.box, true);
    if (!actual) return;
    this.tolerance.value = isOffered ? within : this.standardTolerance;
    this.load(true);
  }

  // Follows a take that has a new name.
  rename(file, name) {
    if (this.box.hidden || ![this.expected, this.actual].includes(file)) return;
    if (this.expected === file) this.expected = name;
    if (this.actual === file) this.actual = name;
    this.choose(true);
  }

  // Closes if a take is no longer listed, and compares again if a take has changed.
  update(takes) {
    if (this.box.hidden) return;
    const found = [this.expected, this.actual].map((wanted) => takes.find(({ file }) => file === wanted));
    if (found.includes(undefined)) {
      this.close();
      return;
    }
    const stamp = JSON.stringify(found);
    if (this.stamp !== undefined && stamp !== this.stamp) this.load(true);
    this.stamp = stamp;
  }

  ask(hasReport, isQuiet = false) {
    const { expected, actual } = this;
    return this.act("compare", { file: expected, other: actual, tolerance: Number(this.tolerance.value), hasReport },
      { text: `compared ${fileName(expected)} with ${fileName(actual)}`, isQuiet });
  }

  async load(isQuiet) {
    const { expected, actual, tolerance: { value } } = this;
    const wasHidden = this.box.hidden;
    const reply = await this.ask(false, isQuiet);
    if (expected !== this.expected || actual !== this.actual || value !== this.tolerance.value) return;
    setHidden(this.link, true);
    // An earlier text would belong to another tolerance or to other takes.
    setHidden(this.box, Boolean(reply.error));
    if (reply.error) {
      // The address has takes that are gone or damaged.
      if (isQuiet) {
        this.close();
        this.say(reply.error, true);
      }
      return;
    }
    setAttribute(this.box, "data-verdict", reply.verdict);
    setText(element("compared-expected"), fileName(expected));
    setText(element("compared-sign"), reply.verdict === "same" ? "=" : "≠");
    setText(element("compared-actual"), fileName(actual));
    setText(this.text, reply.text);
    if (wasHidden) this.box.scrollIntoView({ block: "nearest" });
  }

  async report() {
    const reply = await this.ask(true);
    if (reply.report) openReport(this.link, reply.report);
  }
}
