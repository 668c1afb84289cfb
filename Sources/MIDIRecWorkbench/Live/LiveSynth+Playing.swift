package import ALSASequencer
internal import Glibc
package import MIDICore
package import MIDIRecSynth
package import MIDIRecSystem

extension LiveSynth {
  /// The maximum wait, which keeps the progress up to date.
  private static var maxWait: Nanoseconds { .milliseconds(250) }

  /// Plays a recording in real time, and finally releases all notes.
  ///
  /// - Parameters:
  ///   - passes: The recording.
  ///   - stop: Ends the playback.
  ///   - notice: Receives messages for the user, such as that the font lacks a preset.
  ///   - observe: Receives the progress.
  package borrowing func play(
    _ passes: RepeatedRecording, stop: StopToken, notice: (String) -> Void,
    observe: (PlaybackNotice) -> Void
  ) throws -> PlaybackReport {
    let start = StopToken.now
    var report = PlaybackReport()
    var sounding = ReleaseTracker()
    var known: Set<PresetSubstitution> = []
    defer {
      for message in sounding.releaseMessages { send(message) }
      dieAway()
    }
    while true {
      try check()
      report.elapsed = StopToken.now - start
      while let timed = passes[report.sentCount], timed.time <= report.elapsed {
        send(timed.message)
        sounding.apply(timed.message)
        for text in newSubstitutions(&known) { notice(text) }
        report.sentCount += 1
      }
      observe(.progress(report))
      let next = passes[report.sentCount]?.time ?? passes.end ?? report.elapsed + Self.maxWait
      if next <= report.elapsed { return report }
      if wait(stop: stop, until: start + min(next, report.elapsed + Self.maxWait)) == .stopRequested {
        report.elapsed = StopToken.now - start
        report.interruption = .stopRequested
        return report
      }
    }
  }

  /// Returns the notices of presets that the font lacks, each given once.
  ///
  /// - Parameter known: The substitutions that were given before.
  package borrowing func newSubstitutions(_ known: inout Set<PresetSubstitution>) -> [String] {
    takeSubstitutions().filter { known.insert($0).inserted }.map(\.text)
  }

  /// The longest wait for released notes to end. Sessions limit the end of a program to two
  /// seconds by default.
  private static var maxTail: Nanoseconds { .milliseconds(1500) }

  /// Waits until all voices have ended, so that the end isn't cut off, but not longer than ``maxTail``.
  borrowing func dieAway() {
    let deadline = StopToken.now + Self.maxTail
    // FluidSynth doesn't announce the end of a voice.
    while soundingVoiceCount > 0, StopToken.now < deadline { usleep(5000) }
  }
}
