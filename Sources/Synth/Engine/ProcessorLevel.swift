internal import System
internal import SystemPackage

/// The kind of processor, as it affects the C library's mathematics, whose variants differ in the last bits.
enum ProcessorLevel {
  /// The level of the x86-64 psABI, such as `x86-64-v3`, or the architecture.
  static var name: String {
    #if arch(x86_64)
      return level(of: flags)
    #elseif arch(arm64)
      return "aarch64"
    #else
      return "other"
    #endif
  }

  /// Returns the highest level whose features are all available.
  private static func level(of flags: Set<Substring>) -> String {
    let steps: [[Substring]] = [
      ["cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"],
      ["abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "xsave"],
      ["avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"],
    ]
    let count = steps.prefix { flags.isSuperset(of: $0) }.count
    return count == 0 ? "x86-64" : "x86-64-v\(count + 1)"
  }

  /// The features of the first processor, from the kernel.
  private static var flags: Set<Substring> {
    let text =
      (try? FileSystem.beginning(of: "/proc/cpuinfo", count: 16_384)).map {
        String(decoding: $0, as: UTF8.self)
      } ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("flags") }
    return Set((line ?? "").split { $0 == " " || $0 == "\t" || $0 == ":" })
  }
}
