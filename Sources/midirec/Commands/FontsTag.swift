internal import ArgumentParser
internal import SoundFonts

/// `midirec fonts tag`: tags of one's own for fonts.
struct FontsTag: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Give fonts a tag of your own, which is made if need be.",
    discussion: """
        midirec fonts tag Keys Grand TimGM6mb
        midirec fonts list --tag Keys

      All, Built-in, Added and External fill themselves.
      """)

  @OptionGroup var arguments: TagArguments

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    try arguments.show(try catalog.tag(arguments.fonts, with: arguments.tag))
  }
}
