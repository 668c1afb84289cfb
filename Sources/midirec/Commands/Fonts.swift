internal import ArgumentParser

/// `midirec fonts`: the library of SoundFonts.
struct Fonts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fonts",
    abstract: "Keep SoundFonts, and choose what is played.",
    discussion: """
      The catalog is in midirec/fonts in $XDG_DATA_HOME, which is ~/.local/share by default. A font is known by its \
      content: it is found again wherever its file has gone. One that comes with Debian, in timgm6mb-soundfont, is \
      there from the beginning.

        midirec fonts                               what is there
        midirec fonts add Grand.sf2 ~/Fonts         add a file, and all below a folder
        midirec fonts presets TimGM6mb --search piano
        midirec fonts use TimGM6mb:0:4              what is played from now on
        midirec fonts favorite TimGM6mb:0:4 --name Mellow --gain -3 --reverb 0.2
        midirec fonts tag Keys Grand TimGM6mb       tags of your own
        midirec fonts find /media/disk              where fonts are that have moved

      A font is named by its name, by a part of it that no other has, or by the beginning of its SHA-256; a preset by \
      FONT:BANK:PROGRAM, a favorite by its name. Exit codes: 64 wrong usage, 65 a file that is no SoundFont, 66 no \
      such file, font, preset or tag, 73 or 74 if the catalog can't be made or written.
      """,
    subcommands: [
      FontsList.self, FontsAdd.self, FontsFind.self, FontsShow.self, FontsRemove.self, FontsPresets.self,
      FontsUse.self, FontsFavorite.self, FontsHide.self, FontsUnhide.self, FontsTag.self, FontsUntag.self,
      FontsTags.self,
    ], defaultSubcommand: FontsList.self)
}
