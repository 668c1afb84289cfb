internal import Glibc
internal import SystemPackage
internal import TestSupport

/// Writes small SoundFonts for tests, benchmarks, and fuzzing. Equal arguments give equal bytes.
///
/// ```
/// FontMaker FOLDER COUNT PRESETS SEED    writes COUNT fonts of PRESETS presets each
/// FontMaker FOLDER COUNT damaged SEED    writes COUNT damaged fonts; a few of them are intact
/// ```
@main
struct FontMaker {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let count = Int(arguments[2]), let seed = UInt64(arguments[4]) else {
      exit(64)
    }
    var generator = SeededGenerator(seed: seed)
    let folder = FilePath(arguments[1])
    for number in 0..<count {
      let bytes: [UInt8]
      if arguments[3] == "damaged" {
        bytes = SmallFont.damaged(using: &generator)
      } else {
        guard let presetCount = Int(arguments[3]) else { exit(64) }
        bytes = SmallFont.random(presetCount: presetCount, using: &generator).bytes
      }
      let digits = String(number)
      let name = "font-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".sf2"
      let file = try FileDescriptor.open(
        folder.appending(name), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
      _ = try file.closeAfter { try file.writeAll(bytes) }
    }
  }
}
