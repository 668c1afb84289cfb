internal import FoundationEssentials
internal import Storage

/// The frame of a page that needs nothing besides, and can't fetch anything.
enum HTMLPage {
  /// A page's bytes.
  ///
  /// - Parameters:
  ///   - title: The page's title, as plain text.
  ///   - styles: Style sheets, in their order.
  ///   - body: The markup of the body.
  ///   - scripts: What runs when the body has been read, in order, in one scope.
  ///   - playsSound: Whether the page plays sound that it carries.
  static func bytes(
    title: String, styles: [[UInt8]], body: [UInt8], scripts: [[UInt8]], playsSound: Bool = false
  ) -> [UInt8] {
    let style = Array("\n".utf8) + styles.joined()
    let script =
      Array("\n\"use strict\";\n(() => {\n".utf8) + scripts.joined() + Array("})();\n".utf8)
    // The browser runs the script and applies the style with these hashes only, whatever a name contains.
    let policy =
      ([
        "default-src 'none'", "script-src \(source(script))", "style-src \(source(style))", "img-src data:",
        "base-uri 'none'", "form-action 'none'",
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
    return Array(head.utf8) + style + Array("</style>\n</head>\n<body>\n".utf8) + body
      + Array("<script>".utf8) + script + Array("</script>\n</body>\n</html>\n".utf8)
  }

  /// The element that tells midirec's pages from others. It's near the start of a page.
  static let generator = "<meta name=\"generator\" content=\"midirec\">"

  /// Returns the hash of inline content as a source of a content security policy.
  private static func source(_ content: [UInt8]) -> String {
    var hash = ContentHash()
    hash.add(content)
    return "'sha256-\(Data(hash.digest()).base64EncodedString())'"
  }

  /// Bytes for a script, as text that means nothing in HTML.
  static func data(_ bytes: [UInt8], id: String) -> [UInt8] {
    Array("<script type=\"text/plain\" id=\"\(id)\">".utf8) + Array(Data(bytes).base64EncodedData())
      + Array("</script>\n".utf8)
  }
}
