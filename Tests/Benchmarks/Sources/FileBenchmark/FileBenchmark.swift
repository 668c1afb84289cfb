import MIDIFiles
import Measuring
import OnePass
import SystemPackage

/// One measurement per process, for Tests/Benchmarks/files.py:
///
/// FileBenchmark generate EVENTS TRACKS running|full FILE, FileBenchmark one-pass|decode|encode FILE, FileBenchmark
/// ten-hours processor|elapsed FILE
@main
enum FileBenchmark {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("generate", 5):
      let bytes = GeneratedFile.bytes(
        eventCount: Int(arguments[1]) ?? 0, trackCount: Int(arguments[2]) ?? 1,
        runningStatus: arguments[3] == "running")
      let file = try FileDescriptor.open(
        FilePath(arguments[4]), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
      _ = try file.closeAfter { try file.writeAll(bytes) }
    case ("one-pass", 2):
      let bytes = try bytes(of: arguments[1])
      print(Measurement { ((), Int(one_pass(bytes, bytes.count).events)) }.text)
    case ("decode", 2):
      let bytes = try bytes(of: arguments[1])
      print(Measurement { decode(bytes) }.text)
    case ("encode", 2):
      let (file, eventCount) = decode(try bytes(of: arguments[1]))
      print(Measurement { (try? file?.encoded(), eventCount) }.text)
    case ("ten-hours", 3):
      let clock = TenHours.Clock(rawValue: arguments[1]) ?? .processor
      let costs = try TenHours.run(at: FilePath(arguments[2]), clock: clock)
      print("\(costs.first) \(costs.last)")
    default:
      preconditionFailure("wrong usage, see the source")
    }
  }

  private static func decode(_ bytes: [UInt8]) -> (MIDIFile?, eventCount: Int) {
    let file = try? MIDIFile.decode(bytes).file
    return (file, file?.eventCount ?? 0)
  }

  /// Reads a file into memory of exactly its size, so that the measurement finds no free memory.
  private static func bytes(of path: String) throws -> [UInt8] {
    let file = try FileDescriptor.open(FilePath(path), .readOnly)
    return try file.closeAfter {
      let count = Int(try file.seek(offset: 0, from: .end))
      try file.seek(offset: 0, from: .start)
      return try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        while initialized < count {
          let rest = UnsafeMutableRawBufferPointer(buffer)[initialized...]
          let read = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: rest))
          if read == 0 { break }
          initialized += read
        }
      }
    }
  }
}
