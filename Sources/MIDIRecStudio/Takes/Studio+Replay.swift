internal import ALSASequencer
internal import MIDICore
internal import MIDIFiles
internal import Synchronization

/// A take that is played to the output.
struct RunningReplay: Sendable {
  let file: String
  /// The length in the take's time.
  let length: Nanoseconds
  /// The position at the start of the first pass.
  let first: Nanoseconds
  let speed: Double
  let isLoop: Bool
  /// The start on the studio's clock.
  let start: Nanoseconds
  let task: Task<Void, Never>
  let number: Int

  /// Returns the position in the take.
  func position(at now: Nanoseconds) -> Nanoseconds {
    let played = first.adding(Nanoseconds(rawValue: Int64(Double((now - start).rawValue) * speed)))
    guard isLoop, played > length, length > .zero else { return min(max(played, .zero), length) }
    return Nanoseconds(rawValue: played.rawValue % length.rawValue)
  }
}

extension Studio {
  /// The minimum length of a pass of a loop, because each pass takes time in the studio and in its pages.
  private static let shortestPass = Nanoseconds.milliseconds(50)

  /// Plays a take to the output, instead of the one that plays.
  ///
  /// - Parameter isHeard: Whether the page plays the notes if no output is chosen.
  func replay(_ take: String, from first: Nanoseconds, speed: Double, isLoop: Bool, isHeard: Bool) throws
    -> Reply
  {
    guard 0.1...10 ~= speed else { throw StudioError("speed must be from 0.1 to 10") }
    let chosen = try output(orPage: isHeard)
    let recording = try recording(of: take)
    guard first < recording.duration || first == .zero else {
      throw StudioError("\(take) lasts \(recording.duration.shortText)")
    }
    let ratio = Ratio(Int64((speed * 1000).rounded()), over: 1000)
    guard let played = ratio.flatMap({ recording.faster(by: $0) }) else {
      throw StudioError("the take is too long")
    }
    guard !isLoop || played.duration >= Self.shortestPass else {
      throw StudioError("\(take) is too short to loop; a pass lasts at least \(Self.shortestPass.shortText)")
    }
    _ = halt()
    // A separate output, because its release ends hanging notes.
    let output = try chosen.map { try sequencer.output($0.choice) }
    let number = now.rawValue
    let firstStart = Nanoseconds(rawValue: Int64(Double(first.rawValue) / speed))
    let firstPart =
      firstStart > .zero ? try MIDIFile(played).excerpt(from: firstStart).recording() : played
    let task = Task {
      var start = firstStart
      repeat {
        let part = start > .zero ? firstPart : played
        async let sounding: Void = player.play(part)
        do { _ = try await output?.play(played, from: start) } catch { break }
        await sounding
        start = .zero
      } while isLoop && !Task.isCancelled
      replayEnded(Int(number))
    }
    let start = now
    let other = change { model in
      defer {
        model.replay = RunningReplay(
          file: take, length: recording.duration, first: first, speed: speed, isLoop: isLoop, start: start,
          task: task, number: Int(number))
      }
      model.judgment?.replayStarted(at: start, from: first, speed: speed, isLoop: isLoop)
      return model.replay
    }
    // Another page may have started a replay since the earlier one was stopped.
    other?.task.cancel()
    let loop = isLoop ? " --loop" : ""
    let from = first > .zero ? " --from \(first.argument)" : ""
    let tempo = speed == 1 ? "" : " --speed \(speed)"
    let options = chosen.map { " --out \($0.name.shellWord)" } ?? soundOptions
    return Reply(command: options.map { "midirec play \(take.shellWord)\($0)\(from)\(tempo)\(loop)" })
  }

  /// The options of `midirec play` for the studio's sound, or `nil` if its effects aren't saved.
  private var soundOptions: String? {
    model.withLock(\.sound)?.options.map { " --synth\($0)\(audioOptions)" }
  }

  /// Stops the replay; its notes end.
  func halt() -> Reply {
    let now = now
    let replay = change { model in
      defer { model.replay = nil }
      if model.replay != nil { model.judgment?.replayEnded(at: now) }
      return model.replay
    }
    replay?.task.cancel()
    return Reply()
  }

  private func replayEnded(_ number: Int) {
    change { model in if model.replay?.number == number { model.replay = nil } }
  }
}
