package import ALSASequencer
internal import Glibc
internal import MIDICore
internal import MIDIFiles
internal import MIDIRecSimulation
internal import MIDIRecSystem
internal import MIDIRecTakes
package import SMFCrossCheck
internal import SystemPackage

extension SystemDiagnosis {
  /// Checks the sequencer, the second reader of files, simulated machines, and the folder of the user's configuration.
  ///
  /// - Parameter secondReader: Starts the program that reads files with libsmf.
  package static func allChecks(secondReader: CrossCheck) -> [SystemCheck] {
    checks() + [secondReaderCheck(secondReader), simulationCheck(), configurationCheck()]
  }

  /// Returns whether libsmf reads a file in a child process, as when a take is saved.
  private static func secondReaderCheck(_ secondReader: CrossCheck) -> SystemCheck {
    let track = MIDIFile.Track(
      events: [
        MIDIFile.TrackEvent(time: .zero, event: .message(.noteOn(channel: .number(1), note: 60, velocity: 1)))
      ],
      end: Ticks(rawValue: 1))
    let file = MIDIFile(format: .singleTrack, division: .recording, tracks: [track])
    guard let bytes = try? file.encoded() else { return SystemCheck("libsmf", .warn, "can't be checked") }
    let verdict = secondReader.verdict(on: bytes, readAs: file)
    guard case .agrees = verdict else {
      return SystemCheck(
        "libsmf", .warn, "\(verdict.text): takes are saved without it", remedy: "sudo apt install libsmf0")
    }
    return SystemCheck("libsmf", .ok, "available as the second reader")
  }

  /// Returns whether a command runs on a simulated machine, as programs of sessions do.
  private static func simulationCheck() -> SystemCheck {
    let subject = "simulated machine"
    let environment = ProcessEnvironment.variables
    if MachineSettings.guestClock(in: environment) != nil {
      return SystemCheck(subject, .ok, "midirec is running on one")
    }
    guard let kernel = KernelImage.find(environment: environment) else {
      let (state, remedy) = KernelImage.absence(environment: environment)
      let hasBuilder = KernelImage.builder(in: environment) != nil
      let finding = hasBuilder ? "\(state): midirec builds it when it is first needed" : state
      return SystemCheck(subject, .warn, "its kernel \(finding)", remedy: remedy)
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

  /// Returns whether midirec can store the user's preferences.
  private static func configurationCheck() -> SystemCheck {
    let subject = "configuration"
    let folder = EndpointPreferences.standardPath.removingLastComponent().string
    // The folder and its parents may not exist yet.
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

// MARK: Text and JSON

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
  /// Whether midirec can capture and play.
  var isUsable: Bool
  var checks: [SystemCheck]

  /// Creates the document of checks.
  package init(_ checks: [SystemCheck]) {
    isUsable = !checks.contains { $0.state == .missing }
    self.checks = checks
  }
}
