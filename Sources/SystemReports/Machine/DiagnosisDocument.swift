package import ALSASequencer

extension SystemCheck {
  /// Returns aligned lines. A remedy is on a separate line if the line would be too long.
  package static func text(of checks: [SystemCheck], isColored: Bool) -> String {
    let width = checks.map(\.subject.count).max() ?? 0
    let stateWidth = SystemCheck.State.missing.rawValue.count
    return checks.map { check in
      let state = check.state.rawValue
      let margin = String(repeating: " ", count: stateWidth + width + 4)
      let line =
        (isColored ? color(state, check.state) : state)
        + String(repeating: " ", count: stateWidth - state.count + 2)
        + check.subject
        + String(repeating: " ", count: width - check.subject.count + 2) + check.finding
      return check.remedy.map { "\(line)\n\(margin)fix: \($0)" } ?? line
    }.joined(separator: "\n")
  }

  private static func color(_ text: String, _ state: SystemCheck.State) -> String {
    let number =
      switch state {
      case .ok: 32
      case .warn: 33
      case .missing: 31
      }
    return "\u{1B}[\(number)m\(text)\u{1B}[0m"
  }
}

/// A diagnosis as JSON.
package struct DiagnosisDocument: Encodable {
  struct Check: Encodable {
    var subject: String
    var state: String
    var finding: String
    var remedy: String?

    init(_ check: SystemCheck) {
      subject = check.subject
      state = check.state.rawValue
      finding = check.finding
      remedy = check.remedy
    }
  }

  /// Whether midirec can capture and play.
  var isUsable: Bool
  var checks: [Check]

  /// Creates the document of checks.
  package init(_ checks: [SystemCheck]) {
    isUsable = !checks.contains { $0.state == .missing }
    self.checks = checks.map(Check.init)
  }
}
