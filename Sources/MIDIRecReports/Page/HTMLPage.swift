internal import CPageAssets
internal import FoundationEssentials
internal import MIDICore

/// A kind of self-contained HTML page that can't fetch anything: its style, script, and markup.
///
/// Each kind has style sheets, a script, and perhaps markup in `Assets`. The script is an ES module. A page from a file
/// can't import modules, so the modules are joined into one script. The browser runs only the style and script with the
/// hashes in the content security policy, so names from files can't inject any.
package struct HTMLPage: Sendable {
  let style: [UInt8]
  let script: [UInt8]
  /// The markup of the body, or an empty list if the page creates it.
  let body: [UInt8]
  /// The SHA-256 of the style in Base64.
  let styleHash: String
  /// The SHA-256 of the script in Base64.
  let scriptHash: String

  package static let comparison = HTMLPage("comparison", styles: ["base", "differences", "comparison"])
  package static let alignment = HTMLPage("alignment", styles: ["base", "differences", "alignment"])
  package static let progress = HTMLPage("progress", styles: ["base", "differences", "progress"])
  package static let sessions = HTMLPage("sessions", styles: ["base", "sessions"])
  package static let sound = HTMLPage("sound", styles: ["base", "sound"])
  package static let studio = HTMLPage("studio", styles: ["base", "studio"])
  package static let text = HTMLPage("text", styles: ["base", "text"])

  private init(_ name: String, styles: [String]) {
    style = [UInt8(ascii: "\n")] + styles.flatMap { Self.file("\($0).css") }
    var joined: Set<String> = []
    script =
      Array("\n\"use strict\";\n(() => {\n".utf8) + Self.script("\(name).js", &joined) + Array("})();\n".utf8)
    body = Self.file("\(name).html")
    styleHash = Data(style.sha256).base64EncodedString()
    scriptHash = Data(script.sha256).base64EncodedString()
  }

  /// Returns a module after the modules that it imports, without imports, comments, and indentation.
  ///
  /// Modules share one scope, so each name has one meaning in all of them. A test of the modules compares the names.
  ///
  /// - Parameter joined: The modules that need no copy.
  private static func script(_ name: String, _ joined: inout Set<String>) -> [UInt8] {
    guard joined.insert(name).inserted else { return [] }
    var (imported, own): ([UInt8], [UInt8]) = ([], [])
    for line in file(name).split(separator: UInt8(ascii: "\n")) {
      let line = line.drop { $0 == UInt8(ascii: " ") }
      if line.starts(with: "import ".utf8) {
        let path = line.split(separator: UInt8(ascii: "\"")).dropFirst().first ?? []
        imported += script(String(decoding: path.dropFirst(2), as: UTF8.self), &joined)
      } else if !line.starts(with: "//".utf8) {
        own += line.starts(with: "export ".utf8) ? line.dropFirst(7) : line
        own.append(UInt8(ascii: "\n"))
      }
    }
    return imported + own
  }

  /// Returns the contents of a file of `Assets`, or an empty list if it doesn't exist.
  private static func file(_ name: String) -> [UInt8] {
    var asset = unsafe cpage_assets
    while let found = unsafe asset?.pointee, let foundName = unsafe found.name {
      if unsafe String(cString: foundName) == name { return unsafe Array(String(cString: found.text).utf8) }
      unsafe asset = asset?.advanced(by: 1)
    }
    return []
  }

  /// Returns a page's bytes.
  ///
  /// - Parameters:
  ///   - title: The page's title, as plain text.
  ///   - body: The markup of the body, after which the script runs.
  ///   - playsSound: Whether the page plays audio that it contains.
  package func bytes(title: String, body: [UInt8], playsSound: Bool = false) -> [UInt8] {
    bytes(title: title, body: body, policy: policy(playsSound ? ["media-src blob:"] : []))
  }

  /// Returns the live page of a server on this machine, and its content security policy.
  ///
  /// - Parameter port: The TCP port of the server, to which alone the page can connect.
  package func livePage(port: Int) -> (bytes: [UInt8], policy: String) {
    let sockets = ["127.0.0.1", "localhost"].map { "ws://\($0):\(port)" }.joined(separator: " ")
    let policy = policy(["connect-src \(sockets)"])
    // Elements can't forbid frames.
    return (
      bytes(title: "midirec studio", body: body, policy: policy), "\(policy); frame-ancestors 'none'"
    )
  }

  /// Returns the content security policy, with further directives.
  private func policy(_ directives: [String]) -> String {
    ([
      "default-src 'none'", "script-src 'sha256-\(scriptHash)'",
      "style-src 'sha256-\(styleHash)'", "img-src data:", "base-uri 'none'", "form-action 'none'",
    ] + directives).joined(separator: "; ")
  }

  private func bytes(title: String, body: [UInt8], policy: String) -> [UInt8] {
    let head = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      \(Self.generator)
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <link rel="icon" href="data:,">
      <title>\(title.xmlEscaped)</title>
      <style>
      """
    return Array(head.utf8) + style + Array("</style>\n</head>\n<body>\n".utf8) + body
      + Array("<script>".utf8) + script + Array("</script>\n</body>\n</html>\n".utf8)
  }

  /// The element that identifies midirec's pages, near the start of a page.
  private static let generator = "<meta name=\"generator\" content=\"midirec\">"

  /// The number of bytes of a file that ``isPage(_:)`` needs.
  package static let markLength = 256

  /// Returns whether a file that starts with these bytes is a page of midirec.
  package static func isPage(_ start: [UInt8]) -> Bool {
    String(decoding: start.prefix(markLength), as: UTF8.self).contains(generator)
  }

  /// Returns the markup of the link to the index page.
  package static func homeLink(to page: String) -> String {
    "<a id=\"home\" href=\"\(page.xmlEscaped)\">All sessions</a>"
  }

  /// Returns the differences, of which only some are read, as a list that browsers without scripts show.
  static func listWithoutScripts(
    _ differences: some Collection<String>, title: String, verdict: String
  ) -> [UInt8] {
    let rest = differences.count - maxListCount
    let items =
      differences.prefix(maxListCount).map { "<li>\($0.printable.xmlEscaped)" }
      + (rest > 0 ? ["<li>… and \(grouped(rest)) more"] : [])
    return Array(
      """
      <noscript>
      <h1>\(title.printable.xmlEscaped)</h1>
      <p>\(verdict.printable.xmlEscaped)</p>
      <p>A script in this page draws the picture, and scripts are off.</p>
      <ol>
      \(items.joined(separator: "\n"))
      </ol>
      </noscript>

      """.utf8)
  }

  /// The maximum number of differences in a list without scripts, which isn't the main content of a page.
  private static let maxListCount = 200

  /// Returns bytes for a script, as text without a meaning in HTML.
  package static func data(_ bytes: [UInt8], id: String) -> [UInt8] {
    Array("<script type=\"text/plain\" id=\"\(id)\">".utf8) + Array(Data(bytes).base64EncodedData())
      + Array("</script>\n".utf8)
  }
}
