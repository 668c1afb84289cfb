// A page of lines: all that moves on it is its colours.
new Theme(document.getElementById("theme"));
