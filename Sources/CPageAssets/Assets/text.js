import { Address, Theme } from "./settings.js";

// A page of lines, on which only the color scheme changes.
new Theme(document.getElementById("theme"));
new Address();
