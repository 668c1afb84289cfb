internal import MIDIRecWorkbench

extension Midirec {
  /// Returns the help of a command, in lines of at most `columns` characters where words allow that.
  ///
  /// ArgumentParser breaks all lines alike. Here, the lines of tables, examples, and usages continue in their last column.
  ///
  /// - Parameters:
  ///   - wrapped: The help for a terminal of this width, whose lists of options are used.
  ///   - unwrapped: The help for a terminal of unlimited width, whose overview and usage are used.
  ///   - columns: The number of characters in a line.
  static func helpText(wrapped: String, unwrapped: String, columns: Int) -> String {
    let lines = unwrapped.split(separator: "\n", omittingEmptySubsequences: false)
    let others = wrapped.split(separator: "\n", omittingEmptySubsequences: false)
    guard let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE: ") }),
      let end = lines[usage...].firstIndex(of: ""),
      let otherUsage = others.firstIndex(where: { $0.hasPrefix("USAGE: ") }),
      let otherEnd = others[otherUsage...].firstIndex(of: "")
    else { return wrapped }
    let overview = lines[..<usage].flatMap { Self.wrap($0, to: columns) }
    let usages = lines[usage..<end].flatMap { Self.wrap($0, prefix: 7, hanging: 11, to: columns) }
    let rest = others[otherEnd...].flatMap { Self.wrap($0, to: columns) }
    return (overview + usages + rest).joined(separator: "\n")
  }

  /// Breaks a line of an overview. Further lines begin in the last column of a table, which follows several spaces. If
  /// that column is narrow, it gets its own lines.
  private static func wrap(_ line: Substring, to columns: Int) -> [String] {
    let indentation = line.prefix { $0 == " " }.count
    guard indentation > 0 else { return wrap(line, prefix: 0, hanging: 0, to: columns) }
    guard line.count > columns, let gap = line.dropFirst(indentation).matches(of: /\ {2,}/).last?.range else {
      return wrap(line, prefix: indentation, hanging: indentation + 4, to: columns)
    }
    let column = line.distance(from: line.startIndex, to: gap.upperBound)
    if columns - column >= 20 { return wrap(line, prefix: column, hanging: column, to: columns) }
    let rest = Substring(String(repeating: " ", count: indentation + 4) + line[gap.upperBound...])
    return wrap(line[..<gap.lowerBound], to: columns) + wrap(rest, to: columns)
  }

  /// Breaks a line at spaces outside of brackets.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - prefix: The number of characters that aren't broken.
  ///   - hanging: The indentation of further lines.
  ///   - columns: The maximum number of characters in a line.
  private static func wrap(_ line: Substring, prefix: Int, hanging: Int, to columns: Int) -> [String] {
    guard line.count > columns else { return [String(line)] }
    let words = line.dropFirst(prefix).matches(of: /(?:\[[^\]]*\]|[^ ])+/).map(\.output)
    var lines = [line.prefix(prefix) + (words.first ?? "")].map(String.init)
    for word in words.dropFirst() {
      if lines[lines.count - 1].count + 1 + word.count <= columns {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(repeating: " ", count: hanging) + word)
      }
    }
    return lines
  }
}
