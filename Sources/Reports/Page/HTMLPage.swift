internal import FoundationEssentials

/// The frame of a page that needs nothing besides, and can't fetch anything.
enum HTMLPage {
  /// What the scripts and styles of a page are known by. Markup in a name can't run anything: names are text.
  private static let nonce = "midirec"

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
    let policy =
      ([
        "default-src 'none'", "script-src 'nonce-\(nonce)'", "style-src 'nonce-\(nonce)'", "img-src data:",
        "base-uri 'none'", "form-action 'none'",
      ] + (playsSound ? ["media-src blob:"] : [])).joined(separator: "; ")
    let head = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <link rel="icon" href="data:,">
      <title>\(title.xmlEscaped)</title>
      <style nonce="\(nonce)">

      """
    let start = "</style>\n</head>\n<body>\n"
    let script = "<script nonce=\"\(nonce)\">\n\"use strict\";\n(() => {\n"
    let end = "})();\n</script>\n</body>\n</html>\n"
    return Array(head.utf8) + styles.joined() + Array(start.utf8) + body + Array(script.utf8)
      + scripts.joined() + Array(end.utf8)
  }

  /// Bytes for a script, as text that means nothing in HTML.
  static func data(_ bytes: [UInt8], id: String) -> [UInt8] {
    Array("<script type=\"text/plain\" id=\"\(id)\">".utf8) + Array(Data(bytes).base64EncodedData())
      + Array("</script>\n".utf8)
  }
}
