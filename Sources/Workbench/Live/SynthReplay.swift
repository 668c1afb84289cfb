package import ALSASequencer
internal import Glibc
package import MIDICore
package import Synth
package import System

/// The playback of a recording on the synthesizer in real time.
package struct SynthReplay {
  private let passes: RepeatedRecording
  private let stop: StopToken

  /// The maximum wait, which keeps the progress up to date.
  private static let maxWait = Nanoseconds.milliseconds(250)

  /// Creates a replay that hasn't started.
  package init(_ passes: RepeatedRecording, stop: StopToken) {
    self.passes = passes
    self.stop = stop
  }

  /// Plays the recording, and finally releases all notes.
  ///
  /// - Parameters:
  ///   - notice: Receives messages for the user, such as that the font lacks a preset.
  ///   - observe: Receives the progress.
  package func play(
    on synth: borrowing LiveSynth, notice: (String) -> Void, observe: (PlaybackNotice) -> Void
  ) throws -> PlaybackReport {
    let start = StopToken.now
    var report = PlaybackReport()
    var sounding = ReleaseTracker()
    var substitutions = SubstitutionNotices()
    defer {
      for message in sounding.releaseMessages { synth.send(message) }
      synth.dieAway()
    }
    while true {
      try synth.check()
      report.elapsed = StopToken.now - start
      while let timed = passes[report.sentCount], timed.time <= report.elapsed {
        synth.send(timed.message)
        sounding.apply(timed.message)
        for text in substitutions.take(from: synth) { notice(text) }
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
}

extension LiveSynth {
  /// The longest wait for released notes to end.
  private static var maxTail: Nanoseconds { .seconds(2) }

  /// Waits until all voices have ended, so that the end isn't cut off, but not longer than ``maxTail``.
  borrowing func dieAway() {
    let deadline = StopToken.now + Self.maxTail
    // FluidSynth doesn't announce the end of a voice.
    while soundingVoiceCount > 0, StopToken.now < deadline { usleep(5000) }
  }
}
