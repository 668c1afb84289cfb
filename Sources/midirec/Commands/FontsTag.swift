internal import ArgumentParser
internal import FontCatalog

/// The command `midirec fonts tag`.
struct FontsTag: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Add a tag to fonts",
    discussion: """
        midirec fonts tag Keys Grand TimGM6mb
        midirec fonts list --tag Keys

      A new tag is created. The tags All, Built-in, Added, and Linked are assigned automatically.
      """)

  @OptionGroup var arguments: TagArguments

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    defer { MachineMemory.sayIfForgotten(catalog) }
    try arguments.show(try catalog.tag(arguments.fonts, with: arguments.tag))
  }
}
