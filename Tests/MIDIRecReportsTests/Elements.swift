import Foundation
import FoundationXML
import Testing

/// The elements and texts of an image, as an XML parser reads them.
final class Elements: NSObject, XMLParserDelegate {
  var attributes: [String: [[String: String]]] = [:]
  var texts: [String] = []

  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "") line \(parser.lineNumber)")
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    self.attributes[element, default: []].append(attributes)
    texts.append("")
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
  ) {
    texts.append("")
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    texts[texts.count - 1] += text
  }
}
