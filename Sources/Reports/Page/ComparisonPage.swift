package import Instruments
package import Timelines

/// A comparison as one HTML page that needs nothing besides.
///
/// It shows what differs in words, both takes over one another in a piano roll, and the state of both at a time. It
/// makes no request of the network, and its security policy forbids any.
package enum ComparisonPage {
  /// The page's bytes. The same comparison and names give the same bytes.
  ///
  /// - Parameters:
  ///   - comparison: What is shown.
  ///   - title: What stands above it, such as the name of a session.
  ///   - expectedName: What the expected take is called.
  ///   - actualName: What the actual one is called.
  ///   - view: How both can be looked at, besides as notes.
  /// - Complexity: O(*n* log *n*) in the number of notes, steps and differences.
  package static func bytes(
    of comparison: Comparison, title: String, expectedName: String, actualName: String,
    view: InstrumentView? = nil
  ) -> [UInt8] {
    bytes(
      of: PageDocument(
        comparison, title: title, expectedName: expectedName, actualName: actualName, view: view))
  }

  /// The page of a document.
  ///
  /// - Parameter home: The page of all sessions, to which it leads back, if there is one.
  static func bytes(of document: PageDocument, home: String? = nil) -> [UInt8] {
    let link = home.map { "<a id=\"home\" href=\"\($0.xmlEscaped)\">All sessions</a>\n" } ?? ""
    let body =
      Array(link.utf8) + PackageResources.comparison_html + HTMLPage.data(document.packed, id: "take")
    return HTMLPage.bytes(
      title: document.title, .comparison, body: body)
  }
}
