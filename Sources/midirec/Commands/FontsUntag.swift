internal import ArgumentParser
internal import FontCatalog
internal import Synth

/// The command `midirec fonts untag`.
struct FontsUntag: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "untag",
    abstract: "Remove a tag from fonts",
    discussion: "The tag itself stays, even without fonts. Use midirec fonts tags --delete to delete it.")

  @OptionGroup var arguments: TagArguments

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    defer { MachineMemory.sayIfForgotten(catalog) }
    try arguments.show(try catalog.untag(arguments.fonts, from: arguments.tag))
  }
}
