import FuzzTarget
import MIDICore
import SystemPackage

@testable import MIDIRecSound

/// Checks the requirements for any bytes as an audio file.
@_silgen_name("check")
public func check(_ bytes: [UInt8]) {
  // A smaller limit than the usual one keeps inputs fast.
  let limit = 4096 + 16 * bytes.count
  // The worst of 250,000 inputs took 92,900 edges for 104 bytes, because it has 1,024 channels, or 122 per byte.
  let result = limitingWork(to: 150_000 + 200 * bytes.count) {
    Result { () throws(SoundError) in
      try AudioFile(decoding: bytes, name: "any", maxSampleCount: Int64(limit))
    }
  }
  switch result {
  case .success(let file):
    let buffer = file.buffer
    require(buffer.rate > 0, "a rate of \(buffer.rate)")
    require(1...1024 ~= buffer.channels.count, "\(buffer.channels.count) channels")
    require(buffer.channels.allSatisfy { $0.count == buffer.frameCount }, "channels of different lengths")
    let count = buffer.frameCount * buffer.channels.count
    require(count <= limit, "\(count) samples, and at most \(limit) are allowed")
    // Tags can be compressed, but only slightly.
    let length = file.comment?.utf8.count ?? 0
    require(length <= 3 * bytes.count, "a comment of \(length) bytes in a file of \(bytes.count)")
    checkWriting(buffer)
  case .failure(let error):
    require(error.kind == .badData && error.errno == nil, "bytes in memory fail with \(error)")
    require(error.reason.printable == error.reason, "an error that isn't text: \(error.reason)")
  }
}

/// Requires that samples are unchanged after writing and reading.
private func checkWriting(_ buffer: AudioBuffer) {
  guard let written = try? AudioFileWriter.bytes(of: buffer, format: .float) else {
    fatalError("sound that was read can't be written")
  }
  guard let again = try? AudioFile(decoding: written, name: "written") else {
    fatalError("sound that was written can't be read")
  }
  require(again.buffer.rate == buffer.rate, "another rate is read")
  let bits = { (buffer: AudioBuffer) in buffer.channels.map { $0.map(\.bitPattern) } }
  require(bits(again.buffer) == bits(buffer), "other samples are read")
}
