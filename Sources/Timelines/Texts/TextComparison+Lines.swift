extension TextComparison {
  /// The maximum number of changes per search. Its square takes about a millisecond.
  private static let changeLimit = 256

  /// Returns the ascending indices of the lines that only one of the texts has.
  ///
  /// The algorithm is E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), greedy and forward. Its
  /// cost is the square of the number of changes, so it stops after 256 changes and restarts at the furthest point. Lines
  /// that don't occur in the other text are removed first.
  ///
  /// - Parameters:
  ///   - first: The lines of the expected text.
  ///   - second: The lines of the actual text.
  /// - Returns: The missing lines of the expected text, and the extra lines of the actual text.
  static func differingLines(
    _ first: [ArraySlice<UInt8>], _ second: [ArraySlice<UInt8>]
  ) -> (missing: [Int], extra: [Int]) {
    var start = 0
    let shorter = min(first.count, second.count)
    while start < shorter, first[start] == second[start] { start += 1 }
    var tail = 0
    while tail < shorter - start, first[first.count - 1 - tail] == second[second.count - 1 - tail] {
      tail += 1
    }

    // Equal lines have the same number.
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func numbered(_ lines: [ArraySlice<UInt8>]) -> [(index: Int, number: Int)] {
      (start..<lines.count - tail).map { index in
        let next = numbers.count
        let number = numbers[lines[index], default: next]
        if number == next { numbers[lines[index]] = next }
        return (index, number)
      }
    }
    let (old, new) = (numbered(first), numbered(second))
    var isOld = Array(repeating: false, count: numbers.count)
    var isNew = isOld
    for line in old { isOld[line.number] = true }
    for line in new { isNew[line.number] = true }
    var missing = old.filter { !isNew[$0.number] }.map(\.index)
    var extra = new.filter { !isOld[$0.number] }.map(\.index)
    // Lines that occur in both texts.
    let (oldRest, newRest) = (old.filter { isNew[$0.number] }, new.filter { isOld[$0.number] })
    var (oldStart, newStart) = (0, 0)
    while oldStart < oldRest.count || newStart < newRest.count {
      let step = step(oldRest[oldStart...], newRest[newStart...])
      // Backward through the changes on the path.
      missing += step.missing.map { oldRest[$0].index }
      extra += step.extra.map { newRest[$0].index }
      (oldStart, newStart) = (step.oldEnd, step.newEnd)
    }
    return (missing.sorted(), extra.sorted())
  }

  private typealias Lines = ArraySlice<(index: Int, number: Int)>

  /// Returns the changes up to the end of both texts, or to the furthest point within the limit.
  private static func step(
    _ old: Lines, _ new: Lines
  ) -> (missing: [Int], extra: [Int], oldEnd: Int, newEnd: Int) {
    // The furthest old line on each diagonal (old minus new), with one array per number of changes.
    var rows: [[Int]] = []
    var best = (diagonal: 0, reach: -1)
    search: for count in 0...changeLimit {
      var row = Array(repeating: -1, count: 2 * count + 1)
      for diagonal in stride(from: -count, through: count, by: 2) {
        var x = 0
        if count > 0 {
          let last = rows[count - 1]
          let down = Self.value(last, diagonal + 1)
          let right = Self.value(last, diagonal - 1)
          // The better path comes from above, with a line of the second text, or else from below.
          x = down > right ? down : right + 1
          guard down >= 0 || right >= 0 else { continue }
        }
        var y = x - diagonal
        guard x <= old.count, 0...new.count ~= y else { continue }
        while x < old.count, y < new.count, old[old.startIndex + x].number == new[new.startIndex + y].number {
          x += 1
          y += 1
        }
        row[diagonal + count] = x
        if x == old.count, y == new.count {
          rows.append(row)
          best = (diagonal, x + y)
          break search
        }
        if count == changeLimit, x + y > best.reach { best = (diagonal, x + y) }
      }
      rows.append(row)
    }
    return script(rows, to: best.diagonal, old.startIndex, new.startIndex)
  }

  /// Returns the furthest position on a diagonal, or -1 if it wasn't reached.
  private static func value(_ row: [Int], _ diagonal: Int) -> Int {
    let index = diagonal + row.count / 2
    return row.indices.contains(index) ? row[index] : -1
  }

  private static func script(
    _ rows: [[Int]], to diagonal: Int, _ oldStart: Int, _ newStart: Int
  ) -> (missing: [Int], extra: [Int], oldEnd: Int, newEnd: Int) {
    var (missing, extra): ([Int], [Int]) = ([], [])
    var diagonal = diagonal
    let end = value(rows[rows.count - 1], diagonal)
    let ends = (oldStart + end, newStart + end - diagonal)
    for count in stride(from: rows.count - 1, to: 0, by: -1) {
      let last = rows[count - 1]
      let (down, right) = (value(last, diagonal + 1), value(last, diagonal - 1))
      if down > right {
        // From (down, down - diagonal - 1) one line further in the second text.
        extra.append(newStart + down - diagonal - 1)
        diagonal += 1
      } else {
        missing.append(oldStart + right)
        diagonal -= 1
      }
    }
    return (missing, extra, ends.0, ends.1)
  }
}
