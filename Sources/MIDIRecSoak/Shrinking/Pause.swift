internal import MIDICore

/// A place for a pause in a candidate, which decides the simplest durations.
///
/// Between messages, the simplest pause is 100 ms. Messages then follow one another as a musician plays them, and a
/// different pause in a minimal take shows that the fault depends on it. Before the first message and after the last
/// one, the simplest pause is zero.
enum Pause {
  case betweenMessages
  case atStartOrEnd

  private static let pausesBetweenMessages: [Nanoseconds] =
    [.milliseconds(100), .milliseconds(10), .milliseconds(1), .zero, .seconds(1)]
  private static let pausesAtStartOrEnd: [Nanoseconds] =
    [.zero, .milliseconds(1), .milliseconds(10), .milliseconds(100), .seconds(1)]

  /// Creates the place of one of a candidate's pauses.
  init(at index: Int, of count: Int) { self = 1..<count - 1 ~= index ? .betweenMessages : .atStartOrEnd }

  /// The simple pauses, the simplest first.
  var simplePauses: [Nanoseconds] {
    switch self {
    case .betweenMessages: Self.pausesBetweenMessages
    case .atStartOrEnd: Self.pausesAtStartOrEnd
    }
  }

  /// Returns the rank of a pause: 0 for the simplest, then the other simple pauses, then by the number of digits.
  func rank(of pause: Nanoseconds) -> Int {
    simplePauses.firstIndex(of: pause) ?? simplePauses.count + pause.digitCount
  }

  /// Returns simpler pauses, the simplest first: the simple ones, then round ones that are shorter, then rounded ones.
  func simpler(than pause: Nanoseconds) -> [Nanoseconds] {
    let shorter = [pause / 10, pause / 2, pause.subtracting(pause.unit(ofDigits: 1))]
      .map { $0.rounded(toDigits: 1) }
    let rounded = [1, 2, 3].flatMap { digits in
      let down = pause.rounded(toDigits: digits)
      return [down, down.adding(pause.unit(ofDigits: digits))]
    }
    return (simplePauses + shorter + rounded).filter { other in
      (rank(of: other), other.magnitude) < (rank(of: pause), pause.magnitude)
    }
  }
}

extension Nanoseconds {
  /// The number of digits without zeros at the end.
  fileprivate var digitCount: Int {
    var (rest, count) = (rawValue.magnitude, 0)
    while rest > 0 {
      if count > 0 || rest % 10 > 0 { count += 1 }
      rest /= 10
    }
    return count
  }

  /// Returns the value of the last digit if the time is rounded to a number of digits.
  fileprivate func unit(ofDigits count: Int) -> Nanoseconds {
    var unit: Int64 = 1
    for _ in 0..<max(0, String(rawValue.magnitude).count - count) { unit *= 10 }
    return Nanoseconds(rawValue: unit)
  }

  /// Returns the time rounded toward zero to a number of digits.
  fileprivate func rounded(toDigits count: Int) -> Nanoseconds {
    Nanoseconds(rawValue: rawValue - rawValue % unit(ofDigits: count).rawValue)
  }
}
