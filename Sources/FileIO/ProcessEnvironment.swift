internal import CLinux
internal import Glibc

/// The environment of this process.
package enum ProcessEnvironment {
  /// The variables, without those that aren't UTF-8: repaired, they would have other values.
  package static var variables: [String: String] {
    entries.reduce(into: [:]) { variables, entry in
      guard let text = String(validating: entry, as: UTF8.self), let sign = text.firstIndex(of: "=") else {
        return
      }
      let name = String(text[..<sign])
      // As getenv does, the first of several entries with one name counts.
      if variables[name] == nil { variables[name] = String(text[text.index(after: sign)...]) }
    }
  }

  /// The entries that aren't UTF-8, each `NAME=VALUE`, in their order.
  package static var entriesThatAreNotUTF8: [[UInt8]] {
    entries.filter { String(validating: $0, as: UTF8.self) == nil }
  }

  /// Returns variables as entries, each `NAME=VALUE`, in the order of their names.
  package static func entries(of variables: [String: String]) -> [[UInt8]] {
    variables.sorted { $0.key < $1.key }.map { Array("\($0.key)=\($0.value)".utf8) }
  }

  private static var entries: [[UInt8]] {
    var entries: [[UInt8]] = []
    var next = unsafe linux_environment()
    while let place = unsafe next, let entry = unsafe place.pointee {
      let bytes = unsafe UnsafeBufferPointer(start: entry, count: strlen(entry))
      entries.append(unsafe bytes.map { UInt8(bitPattern: $0) })
      unsafe next = unsafe place + 1
    }
    return entries
  }
}
