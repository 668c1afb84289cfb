internal import SystemPackage

/// The memory of this process in bytes, as the kernel counts it.
public enum Memory {
  /// The current resident memory.
  public static var resident: Int { field("VmRSS") }

  /// The maximum resident memory since ``forgetPeak()``.
  public static var peak: Int { field("VmHWM") }

  /// Resets the maximum.
  public static func forgetPeak() {
    guard let file = try? FileDescriptor.open("/proc/self/clear_refs", .writeOnly) else { return }
    _ = try? file.closeAfter { try file.writeAll("5".utf8) }
  }

  private static func field(_ name: String) -> Int {
    guard let file = try? FileDescriptor.open("/proc/self/status", .readOnly) else { return 0 }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = (try? file.closeAfter { try bytes.withUnsafeMutableBytes { try file.read(into: $0) } }) ?? 0
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name + ":") }) else { return 0 }
    return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }.map { $0 * 1024 } ?? 0
  }
}
