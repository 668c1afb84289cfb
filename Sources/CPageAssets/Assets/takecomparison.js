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

// The differences of two takes, as midirec diff prints them.
export class TakeComparison {
  // Say shows an error.
  constructor({ act, address, say }) {
    Object.assign(this, { act, address, say });
    this.box = element("compared");
    this.text = element("compared-text");
    this.tolerance = element("compared-tolerance");
    this.link = makeReportLink();
    element("compared-report").after(this.link);
    this.tolerance.addEventListener("change", () => this.choose());
    element("compared-report").addEventListener("click", () => this.report());
    element("compared-close").addEventListener("click", () => this.close());
  }

  // Compares an expected take with another one. The opener gets the focus again.
  compare(file, other, opener) {
    Object.assign(this, { file, other, opener });
    this.choose();
  }

  // Puts the comparison into the address, and shows it.
  choose() {
    this.address.set({ compare: `${this.file}/${this.other}`, within: this.tolerance.value });
    this.load();
  }

  close() {
    this.address.set({ compare: "", within: "" });
    this.readAddress();
    this.opener?.focus();
  }

  // Shows the comparison of the address, or none.
  readAddress() {
    const [file, other] = this.address.get("compare").split("/");
    const within = this.address.get("within");
    if ([...this.tolerance.options].some(({ value }) => value === within)) this.tolerance.value = within;
    else if (within) this.address.set({ within: "" });
    Object.assign(this, { file, other });
    setHidden(this.box, true);
    if (other) this.load(true);
    else if (file) this.address.set({ compare: "" });
  }

  // Removes a comparison from the address that isn't possible, such as one of takes that are gone.
  refuse(error) {
    this.address.set({ compare: "", within: "" });
    this.say(error, true);
  }

  ask(hasReport, isQuiet = false) {
    const { file, other } = this;
    return this.act("compare", { file, other, tolerance: Number(this.tolerance.value), hasReport },
      { text: `compared ${fileName(file)} with ${fileName(other)}`, isQuiet });
  }

  async load(isQuiet) {
    const { file, other } = this;
    const reply = await this.ask(false, isQuiet);
    if (file !== this.file || other !== this.other) return;
    if (reply.error) {
      if (isQuiet) this.refuse(reply.error);
      return;
    }
    setHidden(this.link, true);
    setHidden(this.box, false);
    setAttribute(this.box, "data-verdict", reply.verdict);
    setText(element("compared-title"), `${fileName(file)} ${reply.verdict === "same" ? "=" : "≠"} ${fileName(other)}`);
    setText(this.text, reply.text);
    this.box.scrollIntoView({ block: "nearest" });
  }

  async report() {
    const reply = await this.ask(true);
    if (reply.report) openReport(this.link, reply.report);
  }
}
