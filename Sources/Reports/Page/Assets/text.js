// A page of lines: all that moves on it is its colors.
new Theme(document.getElementById("theme"));
