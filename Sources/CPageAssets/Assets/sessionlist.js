import { KeyedRows, element, make, makeButton, setAttribute, setHidden, setText } from "./parts.js";

// The sessions with their verdicts. The user runs them, and accepts their results.
export class SessionList {
  static signs = { passed: "✓", different: "≠", new: "…", unstable: "≈", failed: "!", running: "▶" };
  static acceptable = ["different", "new"];

  constructor({ act }) {
    this.act = act;
    this.sessions = [];
    this.running = new Set();
    this.open = "";
    this.rows = new KeyedRows(
      element("sessions"), (session) => this.create(session), (row, session) => this.update(row, session));
    element("run-all").addEventListener("click", () => this.runAll());
  }

  async load() {
    const { sessions, error } = await this.act("sessions", {}, { isQuiet: true });
    if (error || !sessions) return;
    this.sessions = sessions;
    this.draw();
  }

  draw() {
    this.rows.set(this.sessions, ({ name }) => name);
    setHidden(element("no-sessions"), this.sessions.length > 0);
    element("run-all").disabled = this.sessions.length === 0 || this.running.size > 0;
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
    const accept = makeButton("small", "accept", () => this.accept(name), `Accept what ${name} does now`);
    const tools = make("span", "session-tools");
    tools.append(run, accept);
    node.append(sign, title, tools, verdict, differences);
    return { node, sign, title, verdict, run, accept, differences };
  }

  update(row, { name, verdict, text }) {
    const state = this.running.has(name) ? "running" : (verdict ?? "never run");
    setAttribute(row.node, "data-verdict", state);
    setText(row.sign, SessionList.signs[state] ?? "–");
    setText(row.verdict, state);
    row.run.disabled = this.running.has(name);
    setHidden(row.accept, !SessionList.acceptable.includes(verdict));
    setText(row.differences, text ?? "");
    setHidden(row.differences, this.open !== name || !text);
    setAttribute(row.title, "aria-expanded", String(this.open === name));
  }

  async run(name) {
    this.running.add(name);
    this.draw();
    const reply = await this.act("run", { name }, { text: `ran ${name}` });
    this.running.delete(name);
    const session = this.sessions.find((session) => session.name === name);
    if (session && !reply.error) Object.assign(session, { verdict: reply.verdict, text: reply.text });
    if (reply.verdict && reply.verdict !== "passed") this.open = name;
    this.draw();
  }

  async runAll() {
    for (const { name } of this.sessions) await this.run(name);
  }

  async accept(name) {
    const { error } = await this.act("accept", { name }, { text: `accepted what ${name} does` });
    if (!error) this.load();
  }
}
