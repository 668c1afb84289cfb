/// The file name of a page for a session and a subject.
///
/// It is the same on every machine, and differs from all other names even if a file system ignores case.
struct PageName: Hashable {
  /// The name, such as `pedals.sostenuto~notes.html`.
  let text: String

  /// The maximum length; file systems accept 255 bytes.
  private static let longest = 200

  /// Creates the name. Letters, digits, and hyphens stay, a slash becomes a period, and any other byte becomes `_` and
  /// two hexadecimal digits. A long name is shortened and gets a hash of the complete name.
  init(session: String, subject: String) {
    let whole = "\(Self.escaped(session))~\(Self.escaped(subject))"
    guard whole.utf8.count > Self.longest else {
      text = whole + ".html"
      return
    }
    // FNV-1a.
    let hash = whole.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    text = "\(whole.prefix(Self.longest - 20))~\(String(hash, radix: 16)).html"
  }

  private static func escaped(_ name: String) -> String {
    name.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        String(UnicodeScalar(byte))
      case UInt8(ascii: "/"): "."
      default: "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }
}
