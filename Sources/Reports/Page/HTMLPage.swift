internal import FoundationEssentials

/// The frame of a page that needs nothing besides, and can't fetch anything.
package enum HTMLPage {
  /// A page's bytes.
  ///
  /// - Parameters:
  ///   - title: The page's title, as plain text.
  ///   - assets: The style and script. The script runs when the body has been read.
  ///   - body: The markup of the body.
  ///   - playsSound: Whether the page plays sound that it carries.
  package static func bytes(title: String, _ assets: PageAssets, body: [UInt8], playsSound: Bool = false)
    -> [UInt8]
  {
    // The browser runs the script and applies the style with these hashes only, whatever a name contains.
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

  /// The element that tells midirec's pages from others. It's near the start of a page.
  package static let generator = "<meta name=\"generator\" content=\"midirec\">"

  /// Bytes for a script, as text that means nothing in HTML.
  package static func data(_ bytes: [UInt8], id: String) -> [UInt8] {
    Array("<script type=\"text/plain\" id=\"\(id)\">".utf8) + Array(Data(bytes).base64EncodedData())
      + Array("</script>\n".utf8)
  }
}
