import FuzzTarget
import MIDICore
import SystemPackage

@testable import MIDIRecSound
@testable import MIDIRecSynth

/// Checks the requirements for any bytes as a SoundFont.
///
/// Most mutations change the length, which must match the header. So the bytes are also read with a corrected length.
@_silgen_name("check")
public func check(_ bytes: [UInt8]) {
  checkReading(bytes)
  guard bytes.count >= 8 else { return }
  let length = (0..<4).map { UInt8(truncatingIfNeeded: (bytes.count - 8) >> (8 * $0)) }
  checkReading(bytes[..<4] + length + bytes[8...])
}

private func checkReading(_ bytes: [UInt8]) {
  let contents: SoundFontFile
  do throws(SoundError) {
    contents = try read(bytes)
  } catch {
    let words = error.reason.split(separator: ":", maxSplits: 1)
    guard error.kind == .badData, words.count == 2, words[0].hasPrefix("byte "),
      let offset = Int(words[0].dropFirst(5))
    else { fatalError("bytes in memory can't be read: \(error)") }
    require(0...bytes.count ~= offset, "an error at byte \(offset) of \(bytes.count)")
    require(isPlain(error.reason), "an error that isn't text: \(error.reason)")
    return
  }
  require(2...3 ~= contents.version, "version \(contents.version)")
  let presets = contents.presets
  // Each has a record of 38 bytes, and the last one follows.
  let count = presets.count + contents.unreachablePresetCount
  require(1..<max(2, bytes.count / 38) ~= count, "\(count) presets in \(bytes.count) bytes")
  require(zip(presets, presets.dropFirst()).allSatisfy { $0.number < $1.number }, "presets out of order")
  require(presets.allSatisfy { !$0.name.isEmpty && isPlain($0.name) }, "a preset without a printable name")
  for text in [contents.name, contents.author, contents.copyright] {
    require(text.map { !$0.isEmpty && isPlain($0) } ?? true, "a text that isn't printable: \(text ?? "")")
  }
  let lines = contents.comment?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
  require(lines.allSatisfy { isPlain(String($0)) }, "a comment that isn't printable")
}

private func read(_ bytes: [UInt8]) throws(SoundError) -> SoundFontFile {
  // A font is read from a file, because it can be larger than the memory.
  guard let file = try? FileDescriptor.unnamedFile(), (try? file.writeAll(bytes)) != nil else {
    fatalError("a file of \(bytes.count) bytes can't be written")
  }
  defer { try? file.close() }
  // The worst of 300,000 inputs took 1,224 edges for 69 bytes.
  let result = limitingWork(to: 2000 + 20 * bytes.count) {
    Result { () throws(SoundError) in
      try SoundFontFile(reading: FilePath("/proc/self/fd/\(file.rawValue)"))
    }
  }
  return try result.get()
}

/// Returns whether a terminal shows a text unchanged.
private func isPlain(_ text: String) -> Bool { text.printable == text }
