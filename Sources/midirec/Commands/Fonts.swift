internal import ArgumentParser

/// The command `midirec fonts`.
struct Fonts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fonts",
    abstract: "Manage SoundFonts, presets, and favorites",
    discussion: """
      The catalog is in $XDG_DATA_HOME/midirec/fonts (~/.local/share by default). It recognizes a font by its \
      content, even if the file moves. The font TimGM6mb, from Debian's package timgm6mb-soundfont, is built in.

        midirec fonts                               list all fonts
        midirec fonts add Grand.sf2 ~/Fonts         add a file and a folder
        midirec fonts presets TimGM6mb --search piano
        midirec fonts use TimGM6mb:0:4              choose the preset to play
        midirec fonts favorite TimGM6mb:0:4 --name Mellow --volume -3 --reverb 0.2
        midirec fonts tag Keys Grand TimGM6mb       add a tag
        midirec fonts find /media/disk              find missing files

      Refer to a font by its name, by a unique part of the name, or by the beginning of its SHA-256. Refer to a \
      preset by FONT:BANK:PROGRAM, and to a favorite by its name.

      Exit codes:
        64      wrong usage
        65      a file isn't a SoundFont
        66      a file, font, preset, or tag doesn't exist
        73, 74  the catalog can't be created or written
      """,
    subcommands: [
      FontsList.self, FontsAdd.self, FontsFind.self, FontsShow.self, FontsRemove.self, FontsPresets.self,
      FontsUse.self, FontsFavorite.self, FontsHide.self, FontsUnhide.self, FontsTag.self, FontsUntag.self,
      FontsTags.self,
    ], defaultSubcommand: FontsList.self)
}
