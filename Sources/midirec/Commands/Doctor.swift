internal import ALSASequencer
internal import ArgumentParser
internal import FileIO
internal import FoundationEssentials
internal import Glibc
internal import MIDICore
internal import MIDIFiles
internal import Processes
internal import Reports
internal import SMFCrossCheck
internal import Simulation
internal import SystemPackage
internal import Takes

/// `midirec doctor`: what this machine has and lacks.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what this machine has for MIDI, what it lacks, and what mends it.",
    discussion: """
      ok is as it should be; with warn midirec works, but not as well; without what is missing it can't capture or play, \
      and the exit code is 69.
      """)

  @Flag(help: "Print the result as JSON for other programs.")
  var json = false

  func run() throws {
    let checks =
      SystemDiagnosis.checks() + [
        Self.secondReaderCheck(), Self.simulationCheck(), Self.configurationCheck(),
      ]
    let missing = checks.filter { $0.state == .missing }
    if json {
      try StandardOutput.tell(
        try JSONText.of(DiagnosisDocument(isUsable: missing.isEmpty, checks: checks.map(CheckDocument.init))))
    } else {
      try StandardOutput.tell(Self.text(checks))
    }
    guard let first = missing.first else { return }
    throw CommandFailure(
      CommandFailure.unavailable, "nothing can be captured or played here: \(first.finding)")
  }

  /// Aligned lines, each with what mends it below, where the line would be too long beside it.
  private static func text(_ checks: [SystemCheck]) -> String {
    let width = checks.map(\.subject.count).max() ?? 0
    let stateWidth = SystemCheck.State.missing.rawValue.count
    return checks.map { check in
      let state = check.state.rawValue
      let margin = String(repeating: " ", count: stateWidth + width + 4)
      let line =
        colour(state, check.state) + String(repeating: " ", count: stateWidth - state.count + 2)
        + check.subject
        + String(repeating: " ", count: width - check.subject.count + 2) + check.finding
      return check.remedy.map { "\(line)\n\(margin)mend: \($0)" } ?? line
    }.joined(separator: "\n")
  }

  private static func colour(_ text: String, _ state: SystemCheck.State) -> String {
    guard StandardOutput.allowsColour else { return text }
    let number =
      switch state {
      case .ok: 32
      case .warn: 33
      case .missing: 31
      }
    return "\u{1B}[\(number)m\(text)\u{1B}[0m"
  }

  /// Whether libsmf reads a file, in a child process, as it does when a take is saved.
  private static func secondReaderCheck() -> SystemCheck {
    let track = MIDIFile.Track(
      events: [
        MIDIFile.TrackEvent(
          time: Ticks(rawValue: 0), event: .message(.noteOn(channel: 0, note: 60, velocity: 1)))
      ],
      end: Ticks(rawValue: 1))
    let file = MIDIFile(format: .singleTrack, division: .recording, tracks: [track])
    guard let bytes = try? file.encoded() else { return SystemCheck("libsmf", .warn, "cannot be tried") }
    let verdict = CrossCheck.byThisProgram.verdict(on: bytes, readAs: file)
    guard case .agrees = verdict else {
      return SystemCheck(
        "libsmf", .warn, "\(verdict.text): takes are saved without it", remedy: "sudo apt install libsmf0")
    }
    return SystemCheck("libsmf", .ok, "reads takes as a second reader")
  }

  /// Returns whether a command runs on a simulated machine, as programs of sessions do.
  private static func simulationCheck() -> SystemCheck {
    let subject = "simulated machine"
    let environment = ProcessEnvironment.variables
    if MachineSettings.guestClock(in: environment) != nil {
      return SystemCheck(subject, .ok, "midirec runs on one")
    }
    guard let kernel = KernelImage.find(environment: environment) else {
      return SystemCheck(
        subject, .warn, "its kernel isn't built: midirec builds it when it is first needed",
        remedy: "Scripts/setup kernel")
    }
    var settings = MachineSettings(command: ["true"], environment: environment, folder: "/")
    settings.writableFolders = []
    do {
      let machine = try Machine.start(settings, kernel: kernel)
      defer { machine.remove() }
      let status = try machine.waitForEnd().get().status
      guard status == 0 else { return SystemCheck(subject, .warn, "a command ended with status \(status)") }
      return SystemCheck(subject, .ok, "runs commands")
    } catch {
      return SystemCheck(subject, .warn, "\(error)")
    }
  }

  /// Whether what midirec remembers for this user can be stored.
  private static func configurationCheck() -> SystemCheck {
    let subject = "configuration"
    let folder = EndpointBook.standardPath.removingLastComponent().string
    // The folder may have to be made first, and those above it.
    var existing = folder[...]
    while unsafe access(String(existing), F_OK) != 0, let slash = existing.lastIndex(of: "/") {
      existing = slash == existing.startIndex ? "/" : existing[..<slash]
    }
    guard unsafe access(String(existing), W_OK) == 0 else {
      let isThere = existing.count == folder.count
      return SystemCheck(
        subject, .warn, "\(folder) can't be \(isThere ? "written" : "made"): aliases aren't kept",
        remedy: isThere ? "sudo chown -R $USER \(folder)" : "export XDG_CONFIG_HOME=/a/folder/that/is/yours")
    }
    return SystemCheck(subject, .ok, "\(folder) can be written")
  }
}

/// A diagnosis for other programs.
private struct DiagnosisDocument: Encodable {
  var isUsable: Bool
  var checks: [CheckDocument]
}

/// A check for other programs.
private struct CheckDocument: Encodable {
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
