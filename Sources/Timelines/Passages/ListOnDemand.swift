/// A list whose elements are determined when they are needed first.
final class ListOnDemand<Element: Equatable> {
  private var elements: [Element]
  private let unknown: Element
  private let element: (Int) -> Element

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - unknown: A value that no element has.
  ///   - element: Returns the element at an index.
  init(count: Int, unknown: Element, element: @escaping (Int) -> Element) {
    elements = [Element](repeating: unknown, count: count)
    self.unknown = unknown
    self.element = element
  }

  /// The indices of the elements.
  var indices: Range<Int> { elements.indices }

  subscript(index: Int) -> Element {
    get {
      let known = elements[index]
      if known != unknown { return known }
      let new = element(index)
      elements[index] = new
      return new
    }
    set { elements[index] = newValue }
  }
}
