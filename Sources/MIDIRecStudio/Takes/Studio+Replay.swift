internal import ALSASequencer
internal import MIDICore

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
  /// Plays a take to the output, instead of the one that plays.
  func replay(_ take: String, from first: Nanoseconds, speed: Double, isLoop: Bool) throws -> Reply {
    guard 0.1...10 ~= speed else { throw StudioError("speed must be from 0.1 to 10") }
    let chosen = try chosenOutput
    let recording = try recording(of: take)
    guard first < recording.duration || first == .zero else {
      throw StudioError("\(take) lasts \(recording.duration.shortText)")
    }
    _ = halt()
    // A separate output, because its release ends hanging notes.
    let output = try sequencer.output(chosen.choice)
    let ratio = Ratio(Int64((speed * 1000).rounded()), over: 1000)
    guard let played = ratio.flatMap({ recording.faster(by: $0) }) else {
      throw StudioError("the take is too long")
    }
    let number = now.rawValue
    let task = Task { [weak self] in
      var start = Nanoseconds(rawValue: Int64(Double(first.rawValue) / speed))
      repeat {
        do { try await output.play(played, from: start) } catch { break }
        start = .zero
      } while isLoop && played.duration > .zero && !Task.isCancelled
      self?.replayEnded(Int(number))
    }
    let start = now
    change { model in
      model.replay = RunningReplay(
        file: take, length: recording.duration, first: first, speed: speed, isLoop: isLoop, start: start,
        task: task, number: Int(number))
      model.judgment?.replayStarted(at: start, from: first, speed: speed, isLoop: isLoop)
    }
    let loop = isLoop ? " --loop" : ""
    let from = first > .zero ? " --from \(first.argument)" : ""
    let tempo = speed == 1 ? "" : " --speed \(speed)"
    return Reply(
      command: "midirec play \(take.shellWord) --out \(chosen.name.shellWord)\(from)\(tempo)\(loop)")
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
