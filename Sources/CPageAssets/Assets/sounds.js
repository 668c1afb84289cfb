import { PageReplay } from "./pagereplay.js";
import { PageSound } from "./pagesound.js";
import { KeyedRows, element, make, makeButton, setAttribute, setHidden, setText } from "./parts.js";
import { counted, grouped } from "./words.js";

// Returns the number of listed presets as text: "the first 200 of 812 presets", or "" for a complete list.
export function restText({ presets, count, isCut }) {
  if (!isCut && count <= presets.length) return count === 0 ? "No preset matches." : counted(count, "preset");
  return `the first ${presets.length} of ${isCut ? "more than " : ""}${grouped(count)} presets`;
}

// Returns a level of an effect as text: "0.25", "−3 dB".
export function levelText(name, value) {
  if (name !== "volume") return value === 0 ? "off" : String(Math.round(value * 100) / 100);
  const rounded = Math.round(value * 10) / 10;
  return `${rounded > 0 ? "+" : ""}${String(rounded).replace("-", "−")} dB`;
}

// Returns the label of the sound of the page, which waits for a click or a key of the user.
export function pageSoundText({ isOn, isReady }) {
  return isOn && !isReady ? "Click anywhere to hear it" : "Sound of this page";
}

// Returns the name of the sound that plays the notes.
export function soundText(sound, pageSound) {
  if (sound) return `${sound.isFavorite ? "★ " : ""}${sound.name}`;
  return pageSound.isOn ? "This page" : "No sound chosen";
}

// Returns a sentence for a reason, which has neither a capital letter nor a period.
export function sentence(reason) {
  if (!reason) return "";
  return reason[0].toUpperCase() + reason.slice(1) + (/[.!?]$/.test(reason) ? "" : ".");
}

// The fonts and presets of the user's catalog, and the sound that plays the notes of the inputs.
export class Sounds {
  static delay = 150; // milliseconds after a letter until the search
  static latest = 60000000; // microseconds that are played again
  static patience = 500; // milliseconds until the browser has started the sound
  static effects = ["reverb", "chorus", "volume"];

  // Now returns the studio's time. Range returns the chosen range of the strip, and take the chosen take, or null.
  constructor({ act, say, address, now, range, take, entries }) {
    Object.assign(this, { act, say, address, now, range, take, entries });
    this.box = document.querySelector("[data-panel='sounds']");
    this.words = element("sound-words");
    this.favorites = element("sound-favorites");
    this.tag = element("sound-tag");
    this.font = element("sound-font");
    this.list = { presets: [], fonts: [], tags: [], count: 0 };
    this.count = 0;
    this.sound = null;
    this.replay = null; // that the page can play
    this.isUnwanted = false; // whether the user has turned the sound of the page off
    this.pageSound = new PageSound({ changed: () => this.drawPage() });
    this.pageReplay = new PageReplay({ sound: this.pageSound, read: (file) => this.readNotes(file) });
    this.rows = new KeyedRows(element("presets"), () => this.create(), (row, preset) => this.update(row, preset));
    this.followSearch();
    this.followSound();
    this.followPage();
    this.readAddress();
    // Opening the catalog takes time, so it waits until the user sees the panel.
    new IntersectionObserver((entries) => {
      if (!this.isLoaded && entries.some(({ isIntersecting }) => isIntersecting)) this.load();
    }).observe(this.box);
  }

  readAddress() {
    this.words.value = this.address.get("sounds");
    this.favorites.checked = this.address.get("starred") === "1";
    this.chosen = { tag: this.address.get("fonttag"), font: this.address.get("font") };
    if (this.address.get("pagesound") === "1") this.usePage(true);
  }

  followSearch() {
    element("sound-search").addEventListener("submit", (event) => {
      event.preventDefault();
      this.search(true);
    });
    this.words.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.search(), Sounds.delay);
    });
    this.favorites.addEventListener("change", () => this.search(true));
    for (const name of ["tag", "font"]) {
      this[name].addEventListener("change", () => {
        this.chosen[name] = this[name].value;
        this.search(true);
      });
    }
  }

  followSound() {
    element("sound-off").addEventListener("click", () => this.choose({}, "the sound is off"));
    element("whole-font").addEventListener("click", () => {
      this.choose({ font: this.font.value }, `the sound is ${this.font.value}`);
    });
    for (const name of Sounds.effects) {
      const slider = element(`sound-${name}`);
      slider.addEventListener("input", () => setText(element(`${name}-text`), levelText(name, Number(slider.value))));
      slider.addEventListener("change", () => {
        const value = Number(slider.value);
        this.act("effects", { [name]: value }, { text: `${name} ${levelText(name, value)}` });
      });
    }
    element("sound-save").addEventListener("submit", (event) => {
      event.preventDefault();
      this.save();
    });
    element("font-tags").addEventListener("submit", (event) => {
      event.preventDefault();
      this.addTag();
    });
  }

  followPage() {
    const { pageSound } = this;
    const check = element("page-sound");
    check.addEventListener("change", () => {
      this.isUnwanted = !check.checked;
      this.usePage(check.checked);
    });
    element("page-again").addEventListener("click", () => pageSound.playAgain(this.entries(), this.playedRange));
    // A touch allows sound when it ends.
    for (const name of ["pointerdown", "pointerup", "keydown"]) document.addEventListener(name, () => pageSound.resume());
    setInterval(() => this.playReplay(), PageReplay.interval);
    for (const name of ["pagehide", "freeze"]) addEventListener(name, () => pageSound.stopAll());
  }

  // Chooses whether the page plays the notes.
  usePage(isOn) {
    element("page-sound").checked = isOn;
    this.pageSound.set(isOn);
    this.address.set({ pagesound: isOn ? "1" : "" });
  }

  // Lets the page play what would be silent, unless the user has turned that off. A browser starts the sound after a moment.
  async playSilent() {
    if (this.isUnwanted) return;
    this.usePage(true);
    await Promise.race([this.pageSound.resume(), new Promise((done) => setTimeout(done, Sounds.patience))]);
  }

  async readNotes(file) {
    const { noteList, error } = await this.act("notes", { file }, { isQuiet: true });
    if (error) this.say(error, true);
    return noteList ?? [];
  }

  // Follows the replay of a state that has no output.
  followReplay({ output, replay, now }) {
    Object.assign(this, { replay: output ? null : replay, stateTime: now });
    this.playReplay();
  }

  async playReplay() {
    const { pageReplay, replay, stateTime } = this;
    await pageReplay.follow(replay, stateTime, this.now());
    pageReplay.play(this.now());
  }

  // The chosen range of the strip, or the last minute.
  get playedRange() {
    const now = this.now();
    return this.range() ?? { from: Math.max(0, now - Sounds.latest), to: now };
  }

  // Searches again, and keeps the words in the address.
  search(isAction = false) {
    clearTimeout(this.timer);
    this.address.set({
      sounds: this.words.value, starred: this.favorites.checked ? "1" : "", fonttag: this.chosen.tag,
      font: this.chosen.font,
    });
    return this.load(isAction);
  }

  // Asks for the presets. Only the latest answer counts.
  async load(isAction = false) {
    this.isLoaded = true;
    this.count += 1;
    const number = this.count;
    const { tag, font } = this.chosen;
    const wanted = { search: this.words.value.trim(), isFavorites: this.favorites.checked };
    if (tag) wanted.tag = tag;
    if (font) wanted.font = font;
    const reply = await this.act("sounds", wanted, { isQuiet: !isAction, text: "searched the presets" });
    // A page that isn't connected yet asks again with its first state.
    if (number !== this.count || (reply.error && this.now() === 0)) return;
    this.failure = reply.error ?? reply.sounds.problem ?? null;
    if (reply.sounds) this.list = reply.sounds;
    this.drawList();
  }

  // The catalog was changed, perhaps by another page.
  refresh() {
    if (this.isLoaded) this.load();
  }

  // Chooses the studio's sound by a preset or a font, or none.
  choose(parameters, text) {
    return this.act("sound", parameters, { text });
  }

  // Plays the latest notes again with a preset, or stops them.
  async hear(preset) {
    if (this.sound?.isAudition && this.sound.preset === preset.preset) {
      await this.act("audition", { isStop: true }, { text: "stopped" });
      return;
    }
    const file = element("sound-source").value === "take" ? this.take()?.file : null;
    const { from, to } = this.playedRange;
    const part = file ? { file } : { from: Math.round(from), to: Math.round(to) };
    await this.act("audition", { preset: preset.preset, ...part }, { text: `plays with ${preset.name}` });
  }

  async star({ preset, name, isFavorite }) {
    if (isFavorite) await this.act("unfavorite", { name }, { text: `${name} is no longer a favorite` });
    else await this.act("favorite", { preset }, { text: `${name} is a favorite` });
  }

  // Saves the sound with its effects.
  async save() {
    const field = element("sound-title");
    const name = field.value.trim();
    const wanted = { preset: this.sound.preset, isCurrent: true, ...(name ? { name } : {}) };
    const reply = await this.act("favorite", wanted, { text: "saved as a favorite" });
    if (reply.error) return;
    field.value = "";
    await this.choose({ preset: reply.name }, `the sound is the favorite ${reply.name}`);
  }

  async addTag() {
    const field = element("new-tag");
    const tag = field.value.trim();
    if (!tag || !this.font.value) return;
    const { error } = await this.act("tag", { font: this.font.value, tag }, { text: `tagged ${this.font.value}` });
    if (!error) field.value = "";
  }

  // The list

  create() {
    const row = { node: make("li", "preset") };
    row.star = makeButton("small star", "☆", () => this.star(row.preset));
    row.button = makeButton("preset-button", "", () => {
      this.choose({ preset: row.preset.preset }, `the sound is ${row.preset.name}`);
    });
    row.play = makeButton("small", "▶", () => this.hear(row.preset));
    [row.name, row.detail] = [make("b", "name"), make("span", "detail")];
    row.button.append(row.name, row.detail);
    row.node.append(row.star, row.button, row.play);
    return row;
  }

  update(row, preset) {
    row.preset = preset;
    const isChosen = this.sound?.preset === preset.preset;
    const isHeard = isChosen && this.sound.isAudition;
    setAttribute(row.node, "data-preset", preset.preset);
    setAttribute(row.button, "aria-pressed", String(isChosen && !isHeard));
    setText(row.name, preset.name);
    setText(row.detail, `${preset.font} ${preset.number}`);
    setText(row.star, preset.isFavorite ? "★" : "☆");
    const { name, isFavorite } = preset;
    setAttribute(row.star, "aria-label", isFavorite ? `Remove the favorite ${name}` : `Make ${name} a favorite`);
    setAttribute(row.star, "aria-pressed", String(preset.isFavorite));
    setText(row.play, isHeard ? "■" : "▶");
    setAttribute(row.play, "aria-label", isHeard ? "Stop" : `Hear what was played with ${preset.name}`);
  }

  drawRows() {
    this.rows.set(this.list.presets, ({ preset, isFavorite }) => `${isFavorite} ${preset}`);
  }

  drawList() {
    const { fonts, fontCount, tags } = this.list;
    this.drawRows();
    setText(element("presets-rest"), restText(this.list));
    const option = (text, value) => {
      const node = make("option", "", text);
      node.value = value;
      return node;
    };
    // A choice of the address stays, even if there is no such tag or font.
    const fill = (select, options, chosen) => {
      if (chosen && !options.some(({ value }) => value === chosen)) options.push(option(chosen, chosen));
      select.replaceChildren(...options);
      select.value = chosen;
    };
    const used = tags.filter((tag) => !tag.isFixed || tag.fontCount > 0);
    const tagOptions = used.map((tag) => (
      tag.name === "All" ? option("all tags", "") : option(`${tag.name} (${counted(tag.fontCount, "font")})`, tag.name)));
    fill(this.tag, tagOptions, this.chosen.tag);
    const left = fontCount - fonts.length;
    const rest = left > 0 ? [option(`… ${grouped(left)} more: use tags`, "")] : [];
    const fontOptions = fonts.map(({ name, state }) => option(state === "present" ? name : `${name} (${state})`, name));
    fill(this.font, [option("all fonts", ""), ...fontOptions, ...rest], this.chosen.font);
    this.drawFont();
    this.drawProblem();
  }

  drawFont() {
    const font = this.list.fonts.find(({ name }) => name === this.font.value);
    setHidden(element("font-detail"), !font);
    if (!font) return;
    element("tag-chips").replaceChildren(...font.tags.map((tag) => makeButton("chip", `${tag} ×`, () => {
      this.act("untag", { font: font.name, tag }, { text: `untagged ${font.name}` });
    }, `Remove the tag ${tag}`)));
  }

  drawProblem() {
    // The sound of the page needs no audio output.
    const { isOn } = this.pageSound;
    const reason = sentence((isOn ? null : this.soundProblem) ?? this.failure);
    const text = reason && !isOn ? `${reason} Or use the sound of this page.` : reason;
    setText(element("sound-problem"), text);
    setHidden(element("sound-problem"), text === "");
  }

  // Shows the sound of a state.
  draw({ sound, soundProblem }) {
    const drawn = JSON.stringify([sound, soundProblem]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    Object.assign(this, { sound, soundProblem });
    this.box.dataset.voices = sound?.voices ?? 0;
    this.drawName();
    const preface = sound?.isAudition ? "plays again · " : "";
    setText(element("sound-detail"), sound ? `${preface}${counted(sound.voices, "voice")}` : "");
    element("sound-off").disabled = !sound;
    setHidden(element("effects"), !sound);
    for (const name of Sounds.effects) {
      const slider = element(`sound-${name}`);
      slider.disabled = Boolean(sound?.isAudition);
      if (!sound || slider.matches(":active")) continue;
      slider.value = sound[name];
      setText(element(`${name}-text`), levelText(name, sound[name]));
    }
    setHidden(element("sound-save"), !sound?.preset || sound.isAudition);
    this.drawRows();
    this.drawProblem();
  }

  drawName() {
    setText(element("sound-name"), soundText(this.sound, this.pageSound));
  }

  drawPage() {
    const { isOn, ends } = this.pageSound;
    this.box.dataset.pageNotes = ends.size;
    element("page-again").disabled = !isOn;
    setText(element("page-sound-text"), pageSoundText(this.pageSound));
    this.drawName();
    this.drawProblem();
  }
}
