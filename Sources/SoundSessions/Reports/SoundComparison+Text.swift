internal import Glibc
package import MIDICore
internal import MIDIRecReports
package import MIDIRecSound

extension SoundComparison {
  /// Returns the comparison as text: the files, the verdict with its measures, the first audible difference with its
  /// note, and global differences.
  ///
  /// - Parameters:
  ///   - expectedName: The name of the expected file.
  ///   - actualName: The name of the actual file.
  ///   - middleC: The octave of middle C in note names.
  package func text(expectedName: String, actualName: String, middleC: MiddleC = .octave4) -> String {
    let lines = [
      "expected: \(expectedName.printable): \(expected.text)",
      "actual:   \(actualName.printable): \(actual.text)",
      verdictText,
    ]
    let details = [firstText(middleC)].compactMap { $0 } + wholeChanges.map(\.text)
    return (lines + (details.isEmpty ? [] : [""] + details)).joined(separator: "\n")
  }

  /// The verdict in one line, with measures and bounds.
  package var verdictText: String {
    guard !isSame else { return "same: every sample" }
    let measures = [
      "signal to noise \(decibelText(signalToNoise)) (at least \(decibelText(bounds.signalToNoise)))",
      "RMS \(scientificText(rootMeanSquare)) (at most \(scientificText(bounds.rootMeanSquare)))",
      "peak \(scientificText(peak)) (at most \(scientificText(bounds.peak)))",
    ]
    return (isWithinBounds ? "same within bounds: " : "different: ") + measures.joined(separator: ", ")
  }

  /// Returns the first audible difference in one line, or `nil` if there is none.
  package func firstText(_ middleC: MiddleC = .octave4) -> String? {
    guard let firstAudible else {
      return isSame ? nil : "no audible difference"
    }
    guard let firstNote else { return "\(firstAudible)  the first audible difference" }
    let change = (noteChange ?? .different).text
    let others = following.flatMap(\.text).map { ", \($0)" } ?? ""
    return "\(firstAudible)  \(firstNote.text(middleC)): \(change)\(others)"
  }
}

extension SoundNote {
  /// Returns the note as text: `E4 on channel 1, velocity 100, from 12.000000`.
  func text(_ middleC: MiddleC) -> String {
    "\(number.name(middleC)) on channel \(channel), velocity \(velocity), from \(start)"
  }
}

extension SoundComparison.Summary {
  /// The properties as text: `2 channels, 48,000 Hz, 20.5 s, RMS -32.1 dB, peak -4.0 dB`.
  var text: String {
    let level = rootMeanSquare > 0 ? "RMS \(levelText(rootMeanSquare)), peak \(levelText(peak))" : "silent"
    return "\(pluralized(channelCount, "channel")), \(grouped(rate)) Hz, \(duration.shortText), \(level)"
  }
}

extension HeardNoteChange {
  /// The change in a few words: `missing`, `softer by 2.2 dB`, `late by 20 ms`.
  package var text: String {
    switch self {
    case .missing: "missing"
    case .level(let decibels):
      "\(decibels < 0 ? "softer" : "louder") by about \(decibelText(abs(decibels)))"
    case .late(let time):
      "\(time < .zero ? "early" : "late") by about \(time.magnitude.shortText)"
    case .different: "sounds different"
    }
  }
}

extension FollowingNotes {
  /// The text `as do 28 of the 29 notes that follow on its channel`, or `nil` if only the first note differs.
  var text: String? {
    guard mostlyDiffer else { return nil }
    let part = differingCount == count ? "all \(count)" : "\(differingCount) of the \(count)"
    return "as do \(part) notes that follow on its channel"
  }
}

extension GlobalChange {
  /// The change in one line.
  package var text: String {
    switch self {
    case .rate(let expected, let actual):
      "the actual audio has \(grouped(actual)) Hz, not \(grouped(expected)) Hz; it was resampled"
    case .channelCount(let expected, let actual):
      "the actual audio has \(pluralized(actual, "channel")), not \(expected)"
    case .length(let time):
      "the actual audio is \(time.magnitude.shortText) \(time < .zero ? "shorter" : "longer")"
    case .shift(let time, let ratio):
      "the whole audio is \(time.magnitude.shortText) \(time < .zero ? "early" : "late"); "
        + "after alignment, signal to noise is \(decibelText(ratio))"
    case .level(let decibels, let ratio):
      "the whole audio is \(decibelText(abs(decibels))) \(decibels < 0 ? "softer" : "louder"); "
        + "after level matching, signal to noise is \(decibelText(ratio))"
    case .inverted: "the polarity is inverted"
    case .swapped: "left and right are swapped"
    case .invalidSamples(let isActual, let count, let first):
      "the \(isActual ? "actual" : "expected") audio has \(pluralized(count, "invalid sample")) (infinite or not a number), "
        + "the first at \(first.positionText); they count as silence"
    }
  }
}

/// Returns decibels as text: `35.5 dB`, or `infinite` without noise.
func decibelText(_ decibels: Double) -> String {
  guard decibels.isFinite else { return decibels > 0 ? "infinite" : "none" }
  return decimalText(Int64((decibels * 10).rounded()), decimals: 1, keepsZeros: true) + " dB"
}

/// Returns an amplitude in decibels relative to full scale, which is 1: `-32.1 dB`.
package func levelText(_ amplitude: Double) -> String { decibelText(20 * log10(amplitude)) }

/// Returns a number with three significant digits: `0.000952`, `9.52e-7`, `1e20`; 0 if it isn't finite.
func scientificText(_ value: Double) -> String {
  guard value >= .leastNormalMagnitude, value.isFinite else { return "0" }
  let exponent = Int(log10(value).rounded(.down))
  guard -6..<15 ~= exponent else {
    return decimalText(Int64((value / pow(10, Double(exponent)) * 100).rounded()), decimals: 2)
      + "e\(exponent)"
  }
  let decimals = max(0, 2 - exponent)
  return decimalText(Int64((value * pow(10, Double(decimals))).rounded()), decimals: decimals)
}
