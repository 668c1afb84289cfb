/// The name of a file for a session and a subject: the same for the same ones on every machine, and another for all
/// others, also where a file system doesn't tell capital letters from small ones.
struct PageName: Hashable {
  /// Such as `pedals.sostenuto~notes.html`.
  let text: String

  /// The longest name: file systems take 255 bytes.
  private static let longest = 200

  /// Makes the name. Letters, digits and hyphens stay, a slash becomes a full stop, and any other byte `_` and its two
  /// hexadecimal digits. What would be too long is cut, and told from its like by a number made of all of it.
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
