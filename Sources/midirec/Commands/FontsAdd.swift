internal import ArgumentParser
internal import MIDICore
internal import Reports
internal import SoundFonts
internal import SystemPackage
internal import SystemReports
internal import Terminal

/// `midirec fonts add`: fonts for the catalog.
struct FontsAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add SoundFonts: files, and all below folders whose names end in .sf2 or .sf3.",
    discussion: """
      A font is copied into the catalog, so that it stays whatever becomes of the file; with --link it stays where it \
      is. One that is there already, known by its content, isn't added again; if it was missing, it is found again by \
      that. A linked file that has changed is taken as it is now: tags, favorites and what is hidden stay.

        midirec fonts add Grand.sf2 --name "My grand" --tag Keys
        midirec fonts add ~/Fonts --link

      A file that can't be read, or is no SoundFont, is said and left out; the first such decides the exit code (65, \
      66, 74).
      """)

  @Argument(help: ArgumentHelp("The files and folders.", valueName: "paths"))
  var paths: [String]

  @Flag(help: "Leave the files where they are.")
  var link = false

  @Option(
    help: ArgumentHelp(
      "What the font is to be called; without it, what its file is called.", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("A tag for the fonts; may be given again.", valueName: "tag"))
  var tag: [String] = []

  @Flag(help: "Print JSON for other programs.")
  var json = false

  func validate() throws {
    if paths.contains("") { throw ValidationError("Give the name of a file or a folder.") }
    if let name, name.allSatisfy(\.isWhitespace) { throw ValidationError("--name needs a name.") }
    if name != nil, paths.count > 1 { throw ValidationError("--name goes with one file.") }
  }

  func run() throws {
    let catalog = try FontCatalog.ofUser()
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
          CommandFailure(CommandFailure.noInput, "\(path) has no files whose names end in .sf2 or .sf3"))
      }
    }
    if name != nil, files.count > 1 {
      throw CommandFailure(CommandFailure.usage, "--name goes with one file, but there are \(files.count)")
    }
    var additions: [FontCatalog.Addition] = []
    for file in files {
      do {
        let addition = try catalog.add(file, isLinked: link, name: name, tags: tag)
        additions.append(addition)
        if !json { try StandardOutput.tell(addition.text) }
      } catch let error as SoundFontError {
        failures.add(CommandFailure(error))
        // The next one wouldn't fare better.
        if error.path?.starts(with: catalog.folder) ?? true { break }
      }
    }
    if json { try StandardOutput.tell(JSONText.of(additions.map(AdditionDocument.init))) }
    try failures.end()
  }
}
