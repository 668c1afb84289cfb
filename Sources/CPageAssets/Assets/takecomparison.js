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
  constructor({ act }) {
    this.act = act;
    this.box = element("compared");
    this.text = element("compared-text");
    this.tolerance = element("compared-tolerance");
    this.link = makeReportLink();
    element("compared-report").after(this.link);
    this.tolerance.addEventListener("change", () => this.load());
    element("compared-report").addEventListener("click", () => this.report());
    element("compared-close").addEventListener("click", () => this.close());
  }

  // Compares an expected take with another one. The opener gets the focus again.
  compare(file, other, opener) {
    Object.assign(this, { file, other, opener });
    return this.load();
  }

  close() {
    setHidden(this.box, true);
    this.opener?.focus();
  }

  ask(hasReport) {
    const { file, other } = this;
    return this.act("compare", { file, other, tolerance: Number(this.tolerance.value), hasReport },
      { text: `compared ${fileName(file)} with ${fileName(other)}` });
  }

  async load() {
    const { file, other } = this;
    const reply = await this.ask(false);
    if (reply.error || file !== this.file || other !== this.other) return;
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
