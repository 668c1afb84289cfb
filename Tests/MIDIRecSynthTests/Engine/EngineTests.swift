import Dispatch
import Foundation
import MIDICore
import MIDIRecSound
import MIDIRecSynth
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Independent synthesizers, and the engine's description.
@Suite(.enabled(if: TimGM6mb.isThere, "timgm6mb-soundfont is not installed"))
struct EngineTests {
  @Test func engineNamesVersionBuildsAndProcessor() throws {
    let definition = /FluidSynth 2\.\d+\.\d+ \([0-9a-f]{12}\), libm \([0-9a-f]{12}\), [-_0-9a-z]+/
    #expect(try definition.wholeMatch(in: SynthRenderer.engine) != nil, "\(SynthRenderer.engine)")
  }

  /// The build IDs of two libraries, as a different program reads them.
  @Test(
    .enabled(if: TestEnvironment.hasProgram("readelf") && TestEnvironment.hasProgram("ldconfig")),
    arguments: ["libfluidsynth.so.3", "libm.so.6"])
  func engineNamesLibraryBuild(library: String) async throws {
    let list = try await Program.run("ldconfig", ["-p"]).output
    let line = try #require(
      list.split(separator: "\n").first { $0.contains("\(library) ") && $0.contains("64") })
    let path = try #require(line.split(separator: " ").last)
    let notes = try await Program.run("readelf", ["-n", "\(path)"]).output
    let digits = try #require(notes.firstMatch(of: /Build ID: ([0-9a-f]+)/)).1
    #expect(SynthRenderer.engine.contains("(\(digits.prefix(12)))"), "\(SynthRenderer.engine): \(digits)")
  }

  /// The processor as the C library's loader sees it.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/lib64/ld-linux-x86-64.so.2")))
  func engineNamesProcessorLevel() async throws {
    let help = try await Program.run("/lib64/ld-linux-x86-64.so.2", ["--help"]).output
    let level = help.firstMatch(of: /(x86-64-v\d) \(supported, searched\)/)?.1 ?? "x86-64"
    #expect(SynthRenderer.engine.hasSuffix(", \(level)"), "\(SynthRenderer.engine)")
  }

  @Test func concurrentSynthesizersAreIndependent() async throws {
    let recording = try Samples.recording(Samples.etude)
    let alone = try SynthRenderer(TimGM6mb.choice).sound(of: recording)
    let others = try await withThrowingTaskGroup(of: AudioBuffer.self) { group in
      for _ in 0..<4 {
        group.addTask { try SynthRenderer(TimGM6mb.choice).sound(of: recording) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(others.allSatisfy { $0 == alone })
  }

  /// Threads that load a font's samples, while others unload them, get all of them.
  @Test func fontIsOpenedAndClosedByManyThreads() throws {
    let folder = try TemporaryFolder()
    let font = FontChoice(font: FilePath(try folder.write(SmallFont().bytes, to: "font.sf2")))
    let note = Recording([(0, .on(60)), (10, .off(60))])
    let alone = try SynthRenderer(font, settings: .dry).sound(of: note)
    let count = 3000
    let sounds = Mutex<[AudioBuffer?]>([])
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      let sound = try? SynthRenderer(font, settings: .dry).sound(of: note)
      sounds.withLock { $0.append(sound) }
    }
    #expect(sounds.withLock { $0.count { $0 == alone } } == count)
  }

  /// FluidSynth caches samples by file name and position as long as a synthesizer uses them.
  @Test func replacedFontIsReadAgain() throws {
    let folder = try TemporaryFolder()
    var bytes = SmallFont().bytes
    let path = FilePath(try folder.write(bytes, to: "font.sf2"))
    let note = Recording([(0, .on(60)), (200, .off(60))])
    let before = try SynthRenderer(.init(font: path), settings: .dry)
    // Different audio of the same size: its second half is silent.
    let samples = try #require(bytes.firstRange(of: Array("smpl".utf8))).upperBound + 4
    bytes.replaceSubrange(samples + 64..<samples + 128, with: repeatElement(0, count: 64))
    try folder.write(bytes, to: "font.sf2")
    let after = try SynthRenderer(.init(font: path), settings: .dry).sound(of: note)
    let isOther = try after != before.sound(of: note)
    #expect(isOther)
    #expect(after.peak > 0)
  }

  /// The error describes a damaged font, and FluidSynth prints nothing.
  @Test(arguments: [Array(SmallFont().bytes.dropLast(60)), Array("RIFF\u{4}\0\0\0sfbk".utf8)])
  func damagedFontIsReportedByError(font: [UInt8]) throws {
    let folder = try TemporaryFolder()
    let path = FilePath(try folder.write(font, to: "font.sf2"))
    let error = #expect(throws: SoundError.self) { try SynthRenderer(.init(font: path)) }
    #expect(error?.kind == .badData)
    #expect(error?.path == path)
    #expect(error.map { "\($0)".contains("midirec-font") } == false)
  }
}
