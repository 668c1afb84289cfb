/// The latest elements of a sequence, which are numbered from 0 on.
struct BoundedList<Element> {
  private let capacity: Int
  private var elements: [Element] = []
  /// The number of elements at the front that are forgotten, and keep their room until half of the room is theirs.
  private var forgotten = 0
  /// The number of the first stored element.
  private(set) var firstNumber = 0

  /// Creates an empty list that keeps up to `capacity` elements.
  init(capacity: Int) { self.capacity = capacity }

  /// The number of the next element, which is the number of elements so far.
  var endNumber: Int { firstNumber + count }
  /// The number of stored elements.
  var count: Int { elements.count - forgotten }
  /// The stored elements.
  var stored: ArraySlice<Element> { elements[forgotten...] }

  /// Appends an element.
  ///
  /// - Complexity: O(1), amortized.
  mutating func append(_ element: Element) {
    elements.append(element)
    if count > capacity { removeFirst() }
  }

  /// Returns the stored elements from a number on.
  func from(_ number: Int) -> ArraySlice<Element> { stored.dropFirst(max(0, number - firstNumber)) }

  /// Forgets elements at the front.
  mutating func removeFirst(while isOld: (Element) -> Bool) {
    while let first = stored.first, isOld(first) { removeFirst() }
  }

  private mutating func removeFirst() {
    forgotten += 1
    firstNumber += 1
    guard forgotten > 64, forgotten > elements.count / 2 else { return }
    elements.removeFirst(forgotten)
    forgotten = 0
  }
}
