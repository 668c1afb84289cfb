import { KeyedRows, element, make, makeButton, setAttribute, setHidden, setText } from "./parts.js";
import { makeReportLink, openReport } from "./takecomparison.js";
import { counted, grouped } from "./words.js";

const good = ["passed", "new"];

// Returns "ran 3 sessions: 1 passed, 2 different".
export function runText(verdicts) {
  const counts = new Map();
  for (const verdict of verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const parts = [...counts].map(([verdict, count]) => `${grouped(count)} ${verdict}`);
  return `ran ${counted(verdicts.length, "session")}: ${parts.join(", ")}`;
}

// The sessions with their verdicts. The user runs or watches them, and accepts or rejects their results.
export class SessionList {
  static signs = {
    passed: "✓", accepted: "✓", different: "≠", new: "…", pending: "…", unstable: "≈", failed: "!", running: "▶",
  };

  // Judge compares the played notes with the expectation of a session. Show shows a reply.
  constructor({ act, judge, show }) {
    Object.assign(this, { act, judge, show });
    this.sessions = [];
    this.running = new Set();
    this.open = "";
    this.rows = new KeyedRows(
      element("sessions"), (session) => this.create(session), (row, session) => this.update(row, session));
    element("run-all").addEventListener("click", () => this.runAll());
    this.watch = element("watch");
    this.watch.addEventListener("click", () => {
      const isOn = this.watch.getAttribute("aria-pressed") !== "true";
      const text = isOn ? "sessions run again when their files change" : "no longer watching the sessions";
      this.act("watch", { isOn }, { text });
    });
  }

  async load() {
    const { sessions, error } = await this.act("sessions", {}, { isQuiet: true });
    if (error || !sessions) return;
    this.sessions = sessions;
    this.draw();
  }

  // Shows a new session.
  async reveal(name) {
    await this.load();
    document.querySelector(`#sessions [data-name="${CSS.escape(name)}"]`)?.scrollIntoView({ block: "nearest" });
  }

  draw() {
    this.rows.set(this.sessions, ({ name }) => name);
    setHidden(element("no-sessions"), this.sessions.length > 0);
    element("run-all").disabled = this.sessions.length === 0 || this.running.size > 0;
  }

  // Shows the watch of a state.
  drawState({ watch }) {
    setAttribute(this.watch, "aria-pressed", String(watch !== null));
    const text = watch?.isRunning ? "running" : watch ? `watching ${counted(watch.count, "session")}` : "";
    setText(element("watch-text"), text);
  }

  create({ name }) {
    const node = make("li", "session");
    node.dataset.name = name;
    const [sign, verdict, differences] = [make("span", "sign"), make("span", "verdict"), make("pre", "differences")];
    sign.setAttribute("aria-hidden", "true");
    const title = makeButton("name", name, () => {
      this.open = this.open === name ? "" : name;
      this.draw();
    });
    const run = makeButton("small", "run", () => this.run(name), `Run ${name}`);
    const accept = makeButton("small", "accept", () => this.decide("accept", name), `Accept what ${name} does now`);
    const reject = makeButton("small", "reject", () => this.decide("reject", name), `Reject what ${name} does now`);
    const report = makeButton("small", "report", () => this.report(name, link), `Open the differences of ${name}`);
    const live = makeButton("small", "judge", () => this.judge(name), `Compare what you play now with what ${name} expects`);
    const remove = makeButton("small", "delete", () => this.remove(name), `Delete the session ${name}`);
    const [tools, link] = [make("span", "session-tools"), makeReportLink()];
    tools.append(run, live, accept, reject, report, link, remove);
    node.append(sign, title, tools, verdict, differences);
    return { node, sign, title, verdict, run, pending: [accept, reject, report], link, remove, differences };
  }

  update(row, { name, verdict, text, isPending }) {
    const state = this.running.has(name) ? "running" : (verdict ?? (isPending ? "pending" : "never run"));
    setAttribute(row.node, "data-verdict", state);
    setText(row.sign, SessionList.signs[state] ?? "–");
    setText(row.verdict, state);
    row.run.disabled = this.running.has(name);
    for (const button of row.pending) setHidden(button, !isPending);
    if (!isPending) setHidden(row.link, true);
    setHidden(row.remove, this.open !== name);
    setText(row.differences, text ?? "");
    setHidden(row.differences, this.open !== name || !text);
    setAttribute(row.title, "aria-expanded", String(this.open === name));
  }

  async run(name) {
    const reply = await this.perform(name);
    this.show(reply, `ran ${name}: ${reply.verdict}`, !good.includes(reply.verdict));
  }

  // Runs a session, and returns the reply with the verdict.
  async perform(name) {
    this.running.add(name);
    this.draw();
    const reply = await this.act("run", { name }, { isQuiet: true });
    this.running.delete(name);
    const session = this.sessions.find((session) => session.name === name);
    if (session && !reply.error) Object.assign(session, { verdict: reply.verdict, text: reply.text });
    if (reply.verdict && reply.verdict !== "passed") this.open = name;
    this.draw();
    return reply;
  }

  async runAll() {
    const verdicts = [];
    for (const { name } of this.sessions) verdicts.push((await this.perform(name)).verdict ?? "not run");
    this.show({ command: "midirec test" }, runText(verdicts), !verdicts.every((verdict) => good.includes(verdict)));
  }

  decide(decision, name) {
    this.act(decision, { name }, { text: `${decision}ed what ${name} does` });
  }

  async remove(name) {
    const reply = await this.act("deleteSession", { name }, { isQuiet: true });
    this.show(reply, `deleted the session ${name}${reply.text ? `; ${reply.text}` : ""}`);
  }

  async report(name, link) {
    const reply = await this.act("reportSession", { name }, { text: `made a report of ${name}` });
    if (reply.report) openReport(link, reply.report);
  }
}
