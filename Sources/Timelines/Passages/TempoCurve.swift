internal import MIDICore

/// The delay of an actual take over a range of expected times, as a polynomial.
///
/// A line is a constant tempo, and a cubic curve is a tempo that changes. A little beyond the range, the tempo stays.
struct TempoCurve {
  /// The range of times, in nanoseconds.
  private let start: Double
  private let length: Double
  /// The coefficients of the powers of the place in the range, which is from 0 to 1.
  private let coefficients: [Double]

  /// Fits a curve to points by least squares, or returns `nil` if the points don't determine one.
  ///
  /// - Parameters:
  ///   - points: The times and delays in nanoseconds, in order of the times.
  ///   - degree: The degree of the polynomial.
  init?(_ points: some Collection<(time: Double, delay: Double)>, degree: Int) {
    guard let first = points.first, let last = points.suffix(1).first, degree == 0 || last.time > first.time
    else { return nil }
    (start, length) = (first.time, max(last.time - first.time, 1))
    let size = degree + 1
    // The normal equations. Delays are relative to the first one, so that no digits are lost.
    var sums = [Double](repeating: 0, count: 2 * degree + 1)
    var products = [Double](repeating: 0, count: size)
    for point in points {
      let place = (point.time - first.time) / length
      var power = 1.0
      for exponent in 0...2 * degree {
        sums[exponent] += power
        if exponent < size { products[exponent] += power * (point.delay - first.delay) }
        power *= place
      }
    }
    var rows = (0..<size).map { row in (0..<size).map { sums[row + $0] } + [products[row]] }
    for column in 0..<size {
      guard let pivot = (column..<size).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[pivot][column]) > 1e-9
      else { return nil }
      rows.swapAt(column, pivot)
      for row in 0..<size where row != column {
        let factor = rows[row][column] / rows[column][column]
        for index in column...size { rows[row][index] -= factor * rows[column][index] }
      }
    }
    var coefficients = (0..<size).map { rows[$0][size] / rows[$0][$0] }
    coefficients[0] += first.delay
    self.coefficients = coefficients
  }

  /// Returns the delay at a time.
  func delay(at time: Double) -> Double {
    let place = place(of: time)
    var delay = slope(at: time) * (time - start - place * length)
    var power = 1.0
    for coefficient in coefficients {
      delay += coefficient * power
      power *= place
    }
    return delay
  }

  /// Returns the change of the delay per time.
  func slope(at time: Double) -> Double {
    let place = place(of: time)
    var (slope, power) = (0.0, 1.0)
    for exponent in 1..<coefficients.count {
      slope += Double(exponent) * coefficients[exponent] * power
      power *= place
    }
    return slope / length
  }

  /// The least slope at the start, in the middle, and at the end.
  var leastSlope: Double { [0, 0.5, 1].map { slope(at: start + $0 * length) }.min() ?? 0 }

  private func place(of time: Double) -> Double { min(max((time - start) / length, -0.25), 1.25) }
}

extension Double {
  /// The nearest integer, at most a quarter of the largest, so that sums of a few such numbers can't overflow.
  var nearestInteger: Int64 {
    let limit = Double(Int64.max / 4)
    return isNaN ? 0 : Int64(Swift.min(Swift.max(rounded(), -limit), limit))
  }
}
