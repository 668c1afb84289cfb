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

const invitation = /^Listen to it: /m;

// Returns the text of a session's open row: the reason of its failure, and the differences of its pending result, as
// midirec review prints them.
export function detailText({ verdict, text, isPending }, review) {
  if (!isPending) return text ?? "";
  const shown = review?.text?.replace(invitation, "Listen to it: press listen, or open ");
  const differences = review ? (review.error ?? shown) : "Reading the differences …";
  return [verdict === "failed" ? text : "", differences].filter(Boolean).join("\n\n");
}

// The sessions with their verdicts. The user runs or watches them, and accepts or rejects their results.
export class SessionList {
  static signs = {
    passed: "✓", accepted: "✓", different: "≠", new: "…", unstable: "≈", failed: "!", running: "▶",
  };

  static results = ["passed", "different", "new", "unstable", "failed"]; // of a run

  // Judge compares the played notes with the expectation of a session. Show shows a reply, and notify a text without one.
  constructor({ act, address, judge, show, notify }) {
    Object.assign(this, { act, address, judge, show, notify });
    this.sessions = [];
    this.isLoaded = false;
    this.running = new Set();
    this.watched = null; // the verdicts before the watch's run, or null between its runs
    this.open = address.get("session");
    this.isAwaited = false; // whether the user has opened a session whose result isn't seen yet
    this.reviews = new Map(); // the differences and the digests of pending results, or why they can't be read, by session
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
    this.isLoaded = true;
    // The pending results may be new.
    this.reviews.clear();
    this.draw();
  }

  // Opens the session of the address.
  readAddress() {
    const name = this.address.get("session");
    if (name === this.open) return;
    this.open = name;
    this.drawOpen();
  }

  // Shows a new session with its result.
  async reveal(name) {
    this.choose(name);
    await this.load();
    this.showRow(name);
  }

  draw() {
    const opened = this.sessions.find(({ name }) => name === this.open);
    if (opened?.isPending && !this.reviews.has(this.open)) this.review(this.open);
    this.rows.set(this.sessions, ({ name }) => name);
    setHidden(element("no-sessions"), this.sessions.length > 0);
    element("run-all").disabled = this.sessions.length === 0 || this.running.size > 0;
  }

  // Shows the watch of a state.
  drawState({ watch }) {
    setAttribute(this.watch, "aria-pressed", String(watch !== null));
    const text = watch?.isRunning ? "running" : watch ? `watching ${counted(this.sessions.length, "session")}` : "";
    setText(element("watch-text"), text);
  }

  // Follows the watch of a new state.
  followWatch({ watch }) {
    if (!watch?.isRunning) {
      if (this.watched) this.tellWatched(watch);
    } else if (this.isLoaded) this.watched ??= new Map(this.sessions.map(({ name, verdict }) => [name, verdict]));
  }

  // Reports the verdicts that a run of the watch has changed.
  async tellWatched(watch) {
    const before = this.watched;
    this.watched = null;
    if (!watch) return;
    await this.load();
    const changed = this.sessions.filter(({ name, verdict }) => (
      SessionList.results.includes(verdict) && before.get(name) !== verdict && !this.running.has(name)));
    if (changed.length === 0) return;
    const [{ name, verdict }] = changed;
    this.notify(changed.length === 1 ? `ran ${name}: ${verdict}` : runText(changed.map((session) => session.verdict)));
  }

  create({ name }) {
    const node = make("li", "session");
    node.dataset.name = name;
    const [sign, verdict, differences] = [make("span", "sign"), make("span", "verdict"), make("pre", "differences")];
    sign.setAttribute("aria-hidden", "true");
    differences.tabIndex = 0;
    differences.setAttribute("role", "region");
    differences.setAttribute("aria-label", `Result of ${name}`);
    const title = makeButton("name", name, () => this.toggle(name));
    const button = (text, label, action) => makeButton("small", text, action, `${label} ${name}`);
    const run = button("run", "Run", () => this.run(name));
    const live = button("judge", "Compare your playing with the accepted notes of", () => this.judge(name));
    const review = button("review", "review the result of", () => this.toggle(name));
    const accept = button("accept", "Accept the pending result of", () => this.decide("accept", name));
    const reject = button("reject", "Reject the pending result of", () => this.decide("reject", name));
    const report = button("report", "Open a report of", () => this.openTab("reportSession", name, link));
    const listen = button("listen", "Listen to the pending sound of", () => this.openTab("listen", name, link));
    const remove = button("delete", "Delete the session", () => this.remove(name));
    const [tools, decision, link] = [make("span", "session-tools"), make("span", "session-tools decision"), makeReportLink()];
    tools.append(run, live, review, remove);
    decision.setAttribute("role", "group");
    decision.setAttribute("aria-label", `Pending result of ${name}`);
    decision.append(accept, reject, report, listen, link);
    node.append(sign, title, tools, verdict, differences, decision);
    return { node, sign, title, verdict, run, review, remove, differences, decision, accept, report, listen, link };
  }

  update(row, session) {
    const { name, verdict, isPending } = session;
    const state = this.running.has(name) ? "running" : (verdict ?? "never run");
    const isOpen = this.open === name;
    const isFailed = verdict === "failed" && Boolean(session.text);
    const review = this.reviews.get(name);
    setAttribute(row.node, "data-verdict", state);
    setText(row.sign, SessionList.signs[state] ?? "–");
    setText(row.verdict, state);
    row.run.disabled = this.running.has(name);
    setHidden(row.review, !isPending && !isFailed);
    const action = isOpen ? "close" : isPending ? "review" : "reason";
    setText(row.review, action);
    setAttribute(row.review, "aria-label", `${action} the result of ${name}`);
    for (const button of [row.title, row.review]) setAttribute(button, "aria-expanded", String(isOpen));
    const text = detailText(session, review);
    setText(row.differences, text);
    setHidden(row.differences, !isOpen || !text);
    // A result is decided where its differences are seen. A damaged one can only be rejected.
    setHidden(row.decision, !isOpen || !isPending || !review);
    setHidden(row.accept, !review?.digest);
    setHidden(row.report, Boolean(review?.error));
    setHidden(row.listen, !invitation.test(review?.text ?? ""));
    if (!isPending) setHidden(row.link, true);
    setHidden(row.remove, !isOpen);
  }

  toggle(name) {
    this.choose(this.open === name ? "" : name);
    this.drawOpen();
  }

  // Opens a session, or none, by an action of the user.
  choose(name) {
    this.open = name;
    this.isAwaited = name !== "";
    this.address.set({ session: name });
  }

  drawOpen() {
    this.draw();
    if (this.open) this.showRow(this.open);
  }

  // Scrolls the list to a row, and the page if the user has opened it.
  showRow(name) {
    this.rows.reveal(name);
    if (this.isAwaited) this.rows.rows.get(name)?.node.scrollIntoView({ block: "nearest" });
    this.isAwaited &&= this.reviews.get(name) === null;
  }

  // Reads the differences of a pending result.
  async review(name) {
    const { reviews } = this;
    reviews.set(name, null);
    const { text, digest, error } = await this.act("review", { name }, { isQuiet: true });
    reviews.set(name, { text, digest, error });
    this.draw();
    if (this.open === name) this.showRow(name);
  }

  async run(name) {
    const reply = await this.perform(name);
    this.show(reply, `ran ${reply.verdict === "failed" ? reply.text : `${name}: ${reply.verdict}`}`, !good.includes(reply.verdict));
  }

  // Runs a session, and returns the reply with the verdict.
  async perform(name) {
    this.running.add(name);
    this.draw();
    const reply = await this.act("run", { name }, { isQuiet: true });
    this.running.delete(name);
    const session = this.sessions.find((session) => session.name === name);
    const { verdict = "failed", text = reply.error } = reply.error ? {} : reply;
    if (session) Object.assign(session, { verdict, text });
    if (verdict === "passed") this.draw();
    else if (!reply.error) await this.reveal(name);
    else {
      this.choose(name);
      this.drawOpen();
    }
    return reply;
  }

  async runAll() {
    const verdicts = [];
    for (const { name } of this.sessions) verdicts.push((await this.perform(name)).verdict ?? "not run");
    this.show({ command: "midirec test" }, runText(verdicts), !verdicts.every((verdict) => good.includes(verdict)));
  }

  async decide(decision, name) {
    const digest = this.reviews.get(name)?.digest;
    const { error } = await this.act(decision, { name, digest }, { text: `${decision}ed the result of ${name}` });
    // The result may have changed since it was shown.
    if (error) this.load();
  }

  async remove(name) {
    const reply = await this.act("deleteSession", { name }, { isQuiet: true });
    this.show(reply, `deleted the session ${name}${reply.text ? `; ${reply.text}` : ""}`);
  }

  // Opens the report or the sound of a pending result.
  async openTab(action, name, link) {
    const text = action === "listen" ? `plays the sound of ${name} in a new tab` : `made a report of ${name}`;
    const { report } = await this.act(action, { name }, { text });
    if (report) openReport(link, report);
  }
}
