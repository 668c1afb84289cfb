internal import ArgumentParser
internal import SoundFonts

/// `midirec fonts untag`: tags that fonts aren't to have any more.
struct FontsUntag: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "untag",
    abstract: "Take a tag from fonts.",
    discussion: "The tag stays, even without fonts; midirec fonts tags --remove removes it.")

  @OptionGroup var arguments: TagArguments

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    try arguments.show(try catalog.untag(arguments.fonts, from: arguments.tag))
  }
}
