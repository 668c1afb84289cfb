import FuzzTarget
import MIDICore
import MIDIFiles

/// Checks the requirements for any bytes as a MIDI file.
@_silgen_name("check")
public func check(_ bytes: [UInt8]) {
  let strict = Result { try MIDIFile(decoding: bytes) }
  let lenient: MIDIFile.Decoded
  do {
    // The worst of 40,000 inputs took 21 edges per byte.
    lenient = try limitingWork(to: 2000 + 40 * bytes.count) { try MIDIFile.decode(bytes) }
  } catch {
    require((try? strict.get()) == nil, "strict decoding reads what lenient decoding refuses")
    return
  }

  let eventCount = lenient.file.eventCount
  require(eventCount <= bytes.count, "\(eventCount) events in \(bytes.count) bytes")
  require(lenient.file.tracks.count <= bytes.count / 4, "more tracks than there can be")
  require(lenient.diagnostics.count <= bytes.count, "more diagnostics than bytes")
  for diagnostic in lenient.diagnostics.listed {
    require(0...bytes.count ~= diagnostic.offset, "a diagnostic beyond the file: \(diagnostic)")
  }

  switch strict {
  case .success(let file):
    require(lenient.diagnostics.isEmpty, "lenient decoding repairs a file that strict decoding accepts")
    require(lenient.file == file, "strict and lenient decoding read a sound file differently")
  case .failure:
    require(!lenient.diagnostics.isEmpty, "strict decoding rejects a file that lenient decoding needn't mend")
  }
  checkRecording(of: lenient.file, byteCount: bytes.count)
  checkEncoding(of: lenient.file, isSound: lenient.diagnostics.isEmpty, byteCount: bytes.count)
}

private func checkRecording(of file: MIDIFile, byteCount: Int) {
  guard let recording = try? file.recording() else { return }
  let messages = recording.messagesInOrder
  require(messages.count <= byteCount, "\(messages.count) messages in \(byteCount) bytes")
  require(zip(messages, messages.dropFirst()).allSatisfy { $0.time <= $1.time }, "messages out of order")
  require(recording.duration <= TempoMap.latestTime, "a take that is too long")
}

private func checkEncoding(of file: MIDIFile, isSound: Bool, byteCount: Int) {
  // One choice per input, by its length, because trying all would triple the time.
  let choices = MIDIFile.RunningStatus.allCases
  let runningStatus = choices[byteCount % choices.count]
  guard let encoded = try? file.encoded(runningStatus: runningStatus) else {
    fatalError("a file that was read can't be written")
  }
  require(encoded.count <= 4 * byteCount + 64, "\(encoded.count) bytes for a file of \(byteCount)")
  guard let again = try? MIDIFile.decode(encoded) else { fatalError("a written file can't be read") }
  require(again.file == file, "a written file is read differently, running status \(runningStatus)")
  require(again.diagnostics.isEmpty || !isSound, "a sound file was written badly: \(again.diagnostics)")
  guard let encodedAgain = try? again.file.encoded() else { fatalError("a file is written only once") }
  require(encodedAgain == encoded, "a written file isn't reproduced byte for byte")
}
