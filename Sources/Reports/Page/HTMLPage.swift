internal import FoundationEssentials
internal import MIDICore

/// The frame of a self-contained HTML page that can't fetch anything.
package enum HTMLPage {
  /// Returns a page's bytes.
  ///
  /// - Parameters:
  ///   - title: The page's title, as plain text.
  ///   - assets: The style and script. The script runs after the body.
  ///   - body: The markup of the body.
  ///   - playsSound: Whether the page plays audio that it contains.
  package static func bytes(title: String, _ assets: PageAssets, body: [UInt8], playsSound: Bool = false)
    -> [UInt8]
  {
    // The browser runs only the script and style with these hashes, so names from files can't inject any.
    let policy =
      ([
        "default-src 'none'", "script-src 'sha256-\(assets.scriptHash)'",
        "style-src 'sha256-\(assets.styleHash)'", "img-src data:", "base-uri 'none'", "form-action 'none'",
      ] + (playsSound ? ["media-src blob:"] : [])).joined(separator: "; ")
    let head = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      \(generator)
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <link rel="icon" href="data:,">
      <title>\(title.xmlEscaped)</title>
      <style>
      """
    return Array(head.utf8) + assets.style + Array("</style>\n</head>\n<body>\n".utf8) + body
      + Array("<script>".utf8) + assets.script + Array("</script>\n</body>\n</html>\n".utf8)
  }

  /// The element that identifies midirec's pages, near the start of a page.
  package static let generator = "<meta name=\"generator\" content=\"midirec\">"

  /// Returns the differences as a list that browsers without scripts show.
  static func listWithoutScripts(_ differences: [String], title: String, verdict: String) -> [UInt8] {
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
