import { Player } from "./player.js";
import { Address, Theme } from "./settings.js";
import { LANES, SoundPainter, readSound } from "./soundpicture.js";

// The page of a comparison of audio.
new Address();
const theme = new Theme(document.getElementById("theme"));
const sound = readSound();
const painter = new SoundPainter(sound, theme);
const player = new Player(sound, painter);
const chips = [...document.querySelectorAll("[data-picture]")];

function showPicture(index) {
  for (const chip of chips) chip.setAttribute("aria-pressed", Number(chip.dataset.picture) === index);
  painter.show(index);
  player.show();
}

for (const chip of chips) chip.addEventListener("click", () => showPicture(Number(chip.dataset.picture)));

document.getElementById("lanes").addEventListener("click", (event) => player.goTo(painter.timeAt(event.clientX)));

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " " && !["BUTTON", "INPUT"].includes(event.target.tagName)) player.toggle();
  else if (["1", "2", "3"].includes(event.key)) player.choose(LANES[Number(event.key) - 1]);
  else if (event.key === "d" && sound.first !== null) player.goToFirst();
  else return;
  event.preventDefault();
});

// Paper is white, narrower than most windows, and finer: a drawing for the window would be compressed.
addEventListener("beforeprint", () => {
  document.documentElement.dataset.theme = "light";
  painter.setPaper(true);
});
addEventListener("afterprint", () => {
  painter.setPaper(false);
  theme.apply();
});

const isPart = sound.heard.end - sound.heard.start < sound.pictures[0].length - 0.001;
if (isPart) {
  document.getElementById("heard").textContent =
    `This page plays ${sound.heard.start.toFixed(3)} s to ${sound.heard.end.toFixed(3)} s; the whole audio is too long for a page.`;
}
showPicture(sound.pictures.length - 1);
