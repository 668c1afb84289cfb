internal import ArgumentParser
internal import MIDICore
internal import MIDIFiles
internal import Reports
internal import Terminal

/// `midirec convert`: from a file into another.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Make a Standard MIDI File into another.",
    discussion: """
      Without options the file is written as it was. Damaged files are repaired; what was wrong with them is said.

        midirec convert a.mid -o b.mid --format 0     all tracks in one
        midirec convert a.mid -o b.mid --split        a track for each channel
        midirec convert a.mid -o b.mid --tempo 120    same times at one tempo
        midirec convert a.mid -o b.mid --from 42s --to 1.5m
        midirec convert a.mid -o b.mid --piece 2      one piece of a format 2 file
        midirec convert - -o - --division 480 < a.mid > b.mid

      Options take effect in this order: --piece, --from and --to, --tempo and --division, --merge, --split, --format.

      A part of the file begins at 0 with the programs, controllers and tempo that hold there. Notes that began \
      before it are left out; notes that sound at its end are ended.

      From ticks a quarter to ticks a quarter, times are rounded to the nearest tick and tempos stay. Into time code \
      (25:40) and out of it, and with --tempo, real times are kept, to the nearest tick.
      """)

  @Argument(help: "The file to read; - for standard input.")
  var file: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write; - for standard output.", valueName: "file"))
  var output: String

  @Option(help: "One track, tracks that are played together, or independent pieces.")
  var format: MIDIFile.Format?

  @Option(help: ArgumentHelp("Keep only this piece of a format 2 file, from 1.", valueName: "number"))
  var piece: Int?

  @Flag(help: "Also read tracks of another recording that follow this one.")
  var allTracks = false

  @Flag(help: "Put all tracks into one.")
  var merge = false

  @Flag(help: "Make a track for each channel of a track with several.")
  var split = false

  @Option(help: "Ticks a quarter note, or time code: frames a second and ticks a frame, 25:40.")
  var division: Division?

  @Option(
    help: ArgumentHelp(
      "Replace all tempos by this one and keep the times: quarters a minute, to the nearest microsecond a quarter.",
      valueName: "bpm"))
  var tempo: QuartersPerMinute?

  @Option(help: ArgumentHelp("Begin at this time: 30s, 1.5m.", valueName: "time"))
  var from: Nanoseconds?

  @Option(help: ArgumentHelp("End before this time: 45s, 2m.", valueName: "time"))
  var to: Nanoseconds?

  @Option(help: "Where to leave status bytes out that are the same as the last.")
  var runningStatus = MIDIFile.EncodingOptions.RunningStatus.asRead

  @Flag(help: "Replace the file to write if it exists.")
  var force = false

  @Flag(help: "Print the result as JSON for other programs.")
  var json = false

  func validate() throws {
    if output.isEmpty { throw ValidationError("-o needs the name of a file.") }
    if let piece, piece < 1 { throw ValidationError("--piece must be at least 1 (found \(piece)).") }
    if let to, to <= from ?? .zero { throw ValidationError("--to must be later than --from.") }
    if split, format == .singleTrack {
      throw ValidationError("--split makes several tracks, --format 0 makes one: give only one of them.")
    }
    if tempo != nil, case .timeCode = division {
      throw ValidationError("There is no tempo in time code: --tempo goes with ticks a quarter note.")
    }
    if json, OutputFile(output).isStandardOutput {
      throw ValidationError("--json and the file can't both go to standard output.")
    }
  }

  func run() throws {
    let (input, output) = (InputFile(file, includesLaterTracks: allTracks), OutputFile(output))
    if output.isTerminal {
      throw ValidationError("A MIDI file on a terminal is no use: give -o FILE, or redirect standard output.")
    }
    let converted: MIDIFile
    let bytes: [UInt8]
    let original = try input.file()
    do {
      let selected = if let piece { try original.piece(piece) } else { original }
      try input.requireExcerpt(from: from, to: to, of: selected)
      converted = try selected.converted(by: conversion)
      bytes = try converted.encoded(MIDIFile.EncodingOptions(runningStatus: runningStatus))
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(CommandFailure.badData, "\(input.name): \(error)")
    }
    try output.write(bytes, replacing: force)
    if !output.isStandardOutput {
      let document = ConvertedDocument(file: self.output, converted, byteCount: bytes.count)
      try StandardOutput.tell(json ? JSONText.of(document) : document.text)
    }
  }

  private var conversion: MIDIFile.Conversion {
    var conversion = MIDIFile.Conversion()
    conversion.start = from
    conversion.end = to
    conversion.microsecondsPerQuarter = tempo?.microsecondsPerQuarter
    conversion.division = division
    conversion.merges = merge
    conversion.splits = split
    conversion.format = format
    return conversion
  }
}
