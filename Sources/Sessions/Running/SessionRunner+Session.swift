package import MIDICore
package import Waiting

extension SessionRunner {
  /// Runs one session that was read already, such as a test's.
  ///
  /// - Parameters:
  ///   - session: The session. Its subjects are looked for in the catalogue of the options.
  ///   - name: What it is called in the result.
  ///   - recording: What is played in place of the session's own recording, which isn't read then.
  ///   - stop: What ends the run early, if anything does.
  /// - Returns: What was found; nothing where the run was stopped.
  package func run(
    _ session: Session, called name: String, playing recording: Recording? = nil,
    stop: StopRequest? = nil
  ) -> SessionResult? {
    let place = SessionSearch.Place(name: name, folder: session.folder)
    let crew = SessionCrew()
    let run = SessionRun(place: place, options: options, stop: stop, crew: crew)
    var outcome = crew.working { run.run(session, playing: recording) }
    settle(&outcome)
    guard case .finished(let result, _) = outcome else { return nil }
    return result
  }
}
