/// `1 note`, `2 notes`; `1,234 notes`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// A number in groups of three digits: `1,234,567`.
package func grouped(_ count: Int) -> String {
  let digits = Array(String(count.magnitude))
  let groups = stride(from: digits.count, to: 0, by: -3).map { end in String(digits[max(0, end - 3)..<end]) }
  return (count < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
}
