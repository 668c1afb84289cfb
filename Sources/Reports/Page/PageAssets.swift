internal import CPageAssets
internal import FoundationEssentials

/// The style, script, and markup of a kind of page, with the hashes for its content security policy.
///
/// Each kind has style sheets, a script, and perhaps markup in `Assets`. The script is an ES module. A page from a file
/// can't import modules, so the modules are joined into one script.
package struct PageAssets: Sendable {
  let style: [UInt8]
  let script: [UInt8]
  /// The markup of the body, or an empty list if the page has its own.
  let body: [UInt8]
  /// The SHA-256 of the style in Base64.
  let styleHash: String
  /// The SHA-256 of the script in Base64.
  let scriptHash: String

  package static let comparison = PageAssets("comparison", styles: ["base", "differences", "comparison"])
  package static let alignment = PageAssets("alignment", styles: ["base", "differences", "alignment"])
  package static let sessions = PageAssets("sessions", styles: ["base", "sessions"])
  package static let sound = PageAssets("sound", styles: ["base", "sound"])
  package static let text = PageAssets("text", styles: ["base", "text"])

  private init(_ name: String, styles: [String]) {
    style = Array("\n\(styles.map { Self.file("\($0).css") ?? "" }.joined())".utf8)
    var joined: Set<String> = []
    script = Array("\n\"use strict\";\n(() => {\n\(Self.script("\(name).js", &joined))})();\n".utf8)
    body = Array((Self.file("\(name).html") ?? "").utf8)
    styleHash = Data(style.sha256).base64EncodedString()
    scriptHash = Data(script.sha256).base64EncodedString()
  }

  /// Returns a module after the modules that it imports, without imports, comments, and indentation.
  ///
  /// Modules share one scope, so each name has one meaning in all of them. A test of the modules compares the names.
  ///
  /// - Parameter joined: The modules that need no copy.
  private static func script(_ name: String, _ joined: inout Set<String>) -> String {
    guard joined.insert(name).inserted, let module = file(name) else { return "" }
    var (imported, own) = ("", "")
    for line in module.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
      if line.hasPrefix("import ") {
        let path = line.split(separator: "\"").dropFirst().first ?? ""
        imported += script(String(path.dropFirst(2)), &joined)
      } else if !line.hasPrefix("//") {
        own += (line.hasPrefix("export ") ? line.dropFirst(7) : line) + "\n"
      }
    }
    return imported + own
  }

  /// Returns the text of a file of `Assets`, or `nil` if it doesn't exist.
  private static func file(_ name: String) -> String? {
    var asset = unsafe cpage_assets
    while let found = unsafe asset?.pointee, let foundName = unsafe found.name {
      if unsafe String(cString: foundName) == name { return unsafe String(cString: found.text) }
      unsafe asset = asset?.advanced(by: 1)
    }
    return nil
  }
}
