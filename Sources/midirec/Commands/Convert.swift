public import ArgumentParser
public import MIDICore
public import MIDIFiles
internal import MIDIRecReports
internal import MIDIRecTerminal
internal import MIDIRecWorkbench

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert, repair, or cut a Standard MIDI File",
    discussion: """
      Without options, midirec writes the same events again. It repairs damaged files and reports the repairs.

        midirec convert a.mid -o b.mid --format 0     merge all tracks into one
        midirec convert a.mid -o b.mid --split        split each track by channel
        midirec convert a.mid -o b.mid --tempo 120    keep times, use one tempo
        midirec convert a.mid -o b.mid --from 42s --to 1.5m
        midirec convert a.mid -o b.mid --piece 2      extract a piece of format 2
        midirec convert a.mid -o b.mid --drop transport,song
        midirec convert - -o - --division 480 < a.mid > b.mid

      Options apply in this order: --piece, --only and --drop, --from and --to, --tempo and --division, --merge, \
      --split, --format.

      An excerpt starts with the programs, controllers, and tempo in effect at that time. Notes that started \
      earlier are omitted, and notes that sound at the end are ended.

      Changing the ticks per quarter note rounds times to the nearest tick and keeps tempos. Converting to or from \
      time code (25:40), and --tempo, keep real times, to the nearest tick.
      """)

  @Argument(help: "File to read, or - for standard input")
  var file: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("File to write, or - for standard output", valueName: "file"))
  var output: String

  @Option(help: "One track (0), simultaneous tracks (1), or independent pieces (2)")
  var format: MIDIFile.Format?

  @Option(help: ArgumentHelp("Keep only this piece of a format 2 file, counted from 1", valueName: "number"))
  var piece: Int?

  @OptionGroup var filters: FileFilterOptions

  @Flag(help: "Also read tracks of another take that follow")
  var allTracks = false

  @Flag(help: "Merge all tracks into one")
  var merge = false

  @Flag(help: "Split each track into one track per channel")
  var split = false

  @Option(
    help: "Ticks per quarter note, or time code as frames per second and ticks per frame, such as 25:40")
  var division: Division?

  @Option(
    help: ArgumentHelp(
      "Replace all tempos with this one and keep the times, in quarter notes per minute",
      valueName: "bpm"))
  var tempo: QuartersPerMinute?

  @Option(help: ArgumentHelp("Start at this time, such as 30s or 1.5m", valueName: "time"))
  var from: Nanoseconds?

  @Option(help: ArgumentHelp("End before this time, such as 45s or 2m", valueName: "time"))
  var to: Nanoseconds?

  @Option(help: "Omit repeated status bytes (running status)")
  var runningStatus = MIDIFile.RunningStatus.asRead

  @Flag(help: "Replace an existing file")
  var force = false

  @OptionGroup var result: JSONOption

  func validate() throws {
    if output.isEmpty { throw ValidationError("-o needs the name of a file.") }
    if let piece, piece < 1 { throw ValidationError("--piece must be at least 1 (found \(piece)).") }
    if let to, to <= from ?? .zero { throw ValidationError("--to must be later than --from.") }
    if split, format == .singleTrack {
      throw ValidationError("--split and --format 0 can't be used together.")
    }
    if tempo != nil, case .timeCode = division {
      throw ValidationError("--tempo can't be used with a time code division.")
    }
    if result.json, OutputFile(output).isStandardOutput {
      throw ValidationError("--json and -o can't both write to standard output.")
    }
  }

  func run() throws {
    let (input, output) = (InputFile(file, includesLaterTracks: allTracks), OutputFile(output))
    if output.isTerminal {
      throw ValidationError(
        "Can't write a MIDI file to a terminal. Use -o FILE, or redirect standard output.")
    }
    let converted: MIDIFile
    let bytes: [UInt8]
    let original = try input.file()
    do {
      let selected = try filters.applied(to: piece.map { try original.piece($0) } ?? original)
      try input.requireExcerpt(from: from, to: to, of: selected)
      converted = try selected.converted(by: conversion)
      bytes = try converted.encoded(runningStatus: runningStatus)
    } catch let failure as CommandFailure {
      throw failure
    } catch MIDIFile.ConversionError.independentTracks(let count) {
      throw CommandFailure(
        .badData,
        "\(input.name): the file holds \(count) independent pieces (format 2), which can't be played together; "
          + "choose one with --piece")
    } catch {
      throw CommandFailure(.badData, "\(input.name): \(error)")
    }
    try output.write(bytes, replacing: force)
    let warning = converted.warningAboutPackets(called: output.isStandardOutput ? "the file" : self.output) {
      "use \($0) to leave them out"
    }
    if let warning { StandardError.say(warning) }
    if !output.isStandardOutput {
      let document = ConvertedDocument(file: self.output, converted, byteCount: bytes.count)
      try result.print(document, orElse: document.text)
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

extension Division: ExpressibleByArgument {
  /// Reads `480` or `25:40`.
  public init?(argument: String) { self.init(parsing: argument) }
}

extension MIDIFile.Format: ExpressibleByArgument {
  /// Reads `0`, `1` or `2`.
  public init?(argument: String) {
    guard let format = Self.allValues.first(where: { "\($0.rawValue)" == argument }) else { return nil }
    self = format
  }

  /// The accepted values.
  public static var allValueStrings: [String] { allValues.map { "\($0.rawValue)" } }

  private static var allValues: [Self] { [.singleTrack, .simultaneousTracks, .independentTracks] }
}

extension MIDIFile.RunningStatus: ExpressibleByArgument {}

/// A constant tempo in quarter notes per minute.
struct QuartersPerMinute: ExpressibleByArgument {
  /// The tempo as a file stores it, rounded to the nearest microsecond per quarter note, halves up.
  let microsecondsPerQuarter: UInt32

  /// Reads a decimal number such as `120` or `93.75`, from 3.58 (the slowest tempo of a file) to 60,000,000.
  init?(argument: String) {
    let parts = argument.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : ""
    let digits = parts[0] + fraction
    guard !parts[0].isEmpty, parts.count == 1 || !fraction.isEmpty, fraction.count <= 9,
      digits.allSatisfy(\.isASCIIDigit),
      let number = UInt64(digits), number > 0
    else { return nil }
    let scale = fraction.reduce(UInt128(1)) { scale, _ in scale * 10 }
    let rounded = (120_000_000 * scale + UInt128(number)) / (2 * UInt128(number))
    guard 1...0xFF_FFFF ~= rounded else { return nil }
    microsecondsPerQuarter = UInt32(rounded)
  }
}
