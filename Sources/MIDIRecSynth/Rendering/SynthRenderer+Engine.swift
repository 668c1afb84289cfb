internal import CFluidSynth
internal import Glibc
internal import MIDIRecSystem
internal import SystemPackage

extension SynthRenderer {
  /// The engine that determines the bytes of a rendering, in addition to its recording, font, and settings: the version
  /// and build of FluidSynth, the build of its mathematics library, and the processor's level.
  ///
  /// An example is `FluidSynth 2.3.1 (5d4cdd9e4f0a), libm (b4d5a3e0c1f2), x86-64-v3`, with the first twelve digits of
  /// build IDs. It is `no FluidSynth` if the library isn't installed. Equal engines give equal bytes.
  package static let engine: String = {
    guard (try? FluidSynthLibrary.prepare()) != nil else { return "no FluidSynth" }
    let version = unsafe String(cString: fluid_version_str())
    let synth = unsafe buildID(ofFunctionAt: cfluidsynth_address()).map { " (\($0.prefix(12)))" } ?? ""
    let mathematics =
      unsafe buildID(ofFunctionAt: dlsym(nil, "pow")).map { ", libm (\($0.prefix(12)))" } ?? ""
    return "FluidSynth \(version)\(synth)\(mathematics), \(processorLevel)"
  }()

  /// Returns the build ID of the library that contains a function, by which builds are distinguished.
  ///
  /// It is read from the library's file, in whose ELF notes it is (`NT_GNU_BUILD_ID`).
  ///
  /// - Returns: Hexadecimal digits, or `nil` if the function doesn't exist or its library has no build ID.
  private static func buildID(ofFunctionAt address: UnsafeRawPointer?) -> String? {
    guard let file = file(at: UInt(bitPattern: address)) else { return nil }
    // Notes precede the code.
    return (try? FileSystem.beginning(of: FilePath(file), count: 65_536)).flatMap { ELFNotes($0)?.buildID }
  }

  /// Returns the file that is mapped at an address: `7f00-7fff r-xp 0 fe:01 42 /lib/library.so`.
  private static func file(at address: UInt) -> String? {
    guard let text = FileSystem.text(of: "/proc/self/maps") else { return nil }
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5)
      let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard fields.count == 6, bounds.count == 2, bounds[0] <= address, address < bounds[1] else { continue }
      return String(fields[5].drop { $0 == " " })
    }
    return nil
  }

  /// The level of the x86-64 psABI, such as `x86-64-v3`, or the architecture.
  ///
  /// The last bits of the C library's mathematics depend on it.
  private static var processorLevel: String {
    #if arch(x86_64)
      // The highest level whose features are all available.
      let steps: [[Substring]] = [
        ["cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"],
        ["abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "xsave"],
        ["avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"],
      ]
      let flags = processorFlags
      let count = steps.prefix { flags.isSuperset(of: $0) }.count
      return count == 0 ? "x86-64" : "x86-64-v\(count + 1)"
    #elseif arch(arm64)
      return "aarch64"
    #else
      return "other"
    #endif
  }

  /// The features of the first processor, from the kernel.
  private static var processorFlags: Set<Substring> {
    let text =
      (try? FileSystem.beginning(of: "/proc/cpuinfo", count: 16_384)).map {
        String(decoding: $0, as: UTF8.self)
      } ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("flags") }
    return Set((line ?? "").split { $0 == " " || $0 == "\t" || $0 == ":" })
  }
}

/// The notes of a 64-bit ELF file.
private struct ELFNotes {
  private let bytes: [UInt8]

  init?(_ bytes: [UInt8]) {
    // 64-bit, little-endian.
    guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
    self.bytes = bytes
  }

  /// The build ID in hexadecimal digits, or `nil`.
  var buildID: String? {
    guard let headers = number(at: 32, 8), let size = number(at: 54, 2), let count = number(at: 56, 2) else {
      return nil
    }
    for index in 0..<count {
      let header = headers + index * size
      // PT_NOTE
      guard number(at: header, 4) == 4, let start = number(at: header + 8, 8),
        let length = number(at: header + 32, 8), start <= bytes.count, length <= bytes.count - start
      else { continue }
      if let found = buildID(from: start, to: start + length) { return found }
    }
    return nil
  }

  private func buildID(from start: Int, to end: Int) -> String? {
    var note = start
    while let nameLength = number(at: note, 4), let length = number(at: note + 4, 4),
      let kind = number(at: note + 8, 4)
    {
      // Both parts are padded to four bytes.
      let content = note + 12 + (nameLength + 3) / 4 * 4
      guard content <= end, length <= end - content else { return nil }
      if kind == 3, bytes[note + 12..<note + 12 + nameLength].elementsEqual([0x47, 0x4E, 0x55, 0]) {
        return bytes[content..<content + length].map { byte in
          (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
      }
      note = content + (length + 3) / 4 * 4
    }
    return nil
  }

  /// Returns a little-endian integer, or `nil` if it is beyond the end of the file or too large.
  private func number(at offset: Int, _ length: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - length else { return nil }
    let value = bytes[offset..<offset + length].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return value <= UInt64(bytes.count) ? Int(value) : nil
  }
}
