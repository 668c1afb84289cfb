internal import ArgumentParser
internal import FontCatalog
internal import MIDICore
internal import Reports
internal import Synth
internal import SystemPackage
internal import SystemReports
internal import Terminal

/// The command `midirec fonts add`.
struct FontsAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add SoundFont files to the catalog",
    discussion: """
      A folder adds all .sf2 and .sf3 files below it. midirec copies each font into the catalog or, with --link, \
      refers to its file. A font whose content is already in the catalog isn't added again; if its file was \
      missing, this file takes its place. If a linked file has changed, the catalog follows, and tags, favorites, \
      and hidden presets stay.

        midirec fonts add Grand.sf2 --name "My grand" --tag Keys
        midirec fonts add ~/Fonts --link

      Files that can't be read or aren't SoundFonts are reported and skipped. The first such file decides the exit \
      code (65, 66, or 74).
      """)

  @Argument(help: ArgumentHelp("Files and folders to add", valueName: "paths"))
  var paths: [String]

  @Flag(help: "Refer to the files instead of copying them")
  var link = false

  @Option(
    help: ArgumentHelp(
      "Name of the font (default: the name of its file)", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("Tag for the fonts; repeatable", valueName: "tag"))
  var tag: [String] = []

  @Flag(help: "Print the result as JSON")
  var json = false

  func validate() throws {
    if paths.contains("") { throw ValidationError("The name of a file or folder is empty.") }
    if let name, name.allSatisfy(\.isWhitespace) { throw ValidationError("--name is empty.") }
    if name != nil, paths.count > 1 { throw ValidationError("--name requires a single file.") }
  }

  func run() throws {
    let catalog = try FontCatalog.ofUser()
    defer { MachineMemory.sayIfForgotten(catalog) }
    var failures = CommandFailures()
    var files: [FilePath] = []
    for path in paths {
      let known = files.count
      do {
        files += try FontFiles.all(at: FilePath(argument: path))
      } catch {
        failures.add(CommandFailure(error))
        continue
      }
      if files.count == known {
        failures.add(
          CommandFailure(CommandFailure.noInput, "\(path) contains no .sf2 or .sf3 files"))
      }
    }
    if name != nil, files.count > 1 {
      throw CommandFailure(CommandFailure.usage, "--name requires a single file (found \(files.count))")
    }
    var additions: [FontCatalog.Addition] = []
    for file in files {
      do {
        let addition = try catalog.add(file, isLinked: link, name: name, tags: tag)
        additions.append(addition)
        if !json { try StandardOutput.tell(addition.text) }
      } catch let error as SoundFontError {
        failures.add(CommandFailure(error))
        // An error of the catalog would recur for the next file.
        if error.path?.starts(with: catalog.folder) ?? true { break }
      }
    }
    if json { try StandardOutput.tell(JSONText.of(additions.map(AdditionDocument.init))) }
    try failures.end()
  }
}
