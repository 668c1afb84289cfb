internal import Glibc
package import MIDICore
internal import Reports
package import Sound

extension SoundComparison {
  /// The comparison for a person: what was compared, the verdict with what was measured, when the first difference can be
  /// heard and of which note, and what differs on the whole.
  ///
  /// - Parameters:
  ///   - expectedName: What the expected sound is called.
  ///   - actualName: What the actual one is called.
  ///   - middleC: In which octave notes are named.
  package func text(expectedName: String, actualName: String, middleC: MiddleC = .octave4) -> String {
    let lines = [
      "expected: \(expectedName.printable): \(expected.text)",
      "actual:   \(actualName.printable): \(actual.text)",
      verdictText,
    ]
    let details = [firstText(middleC)].compactMap { $0 } + wholeChanges.map(\.text)
    return (lines + (details.isEmpty ? [] : [""] + details)).joined(separator: "\n")
  }

  /// The verdict in one line, with what was measured and what would be within the bounds.
  package var verdictText: String {
    guard !isSame else { return "same: every sample" }
    let measures = [
      "signal to noise \(decibelText(signalToNoise)) (at least \(decibelText(bounds.signalToNoise)))",
      "RMS \(scientificText(rootMeanSquare)) (at most \(scientificText(bounds.rootMeanSquare)))",
      "peak \(scientificText(peak)) (at most \(scientificText(bounds.peak)))",
    ]
    return (isWithinBounds ? "same within bounds: " : "different: ") + measures.joined(separator: ", ")
  }

  /// The first difference that can be heard, on one line; nothing where none can.
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
  /// `E4 on channel 1, velocity 100, from 12.000000`.
  func text(_ middleC: MiddleC) -> String {
    "\(number.name(middleC)) on channel \(channel), velocity \(velocity), from \(start)"
  }
}

extension SoundComparison.Summary {
  /// `2 channels, 48,000 Hz, 20.500000 s, RMS -32.1 dB, peak -4.0 dB`.
  var text: String {
    let level = rootMeanSquare > 0 ? "RMS \(levelText(rootMeanSquare)), peak \(levelText(peak))" : "silent"
    return "\(pluralized(channelCount, "channel")), \(grouped(rate)) Hz, \(duration.shortText), \(level)"
  }
}

extension HeardNoteChange {
  /// What a person would say: `missing`, `softer by 2.2 dB`, `late by 20.000 ms`.
  package var text: String {
    switch self {
    case .missing: "missing"
    case .level(let decibels):
      "\(decibels < 0 ? "softer" : "louder") by about \(decibelText(abs(decibels)))"
    case .late(let time):
      "\(time < .zero ? "early" : "late") by about \(time.magnitude.shortText)"
    case .different: "sounds otherwise"
    }
  }
}

extension FollowingNotes {
  /// `as do 28 of the 29 notes that follow on its channel`; nothing where it is the first note alone.
  var text: String? {
    guard mostlyDiffer else { return nil }
    let part = differingCount == count ? "all \(count)" : "\(differingCount) of the \(count)"
    return "as do \(part) notes that follow on its channel"
  }
}

extension GlobalChange {
  /// What a person would say.
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
        + "moved by that, signal to noise is \(decibelText(ratio))"
    case .level(let decibels, let ratio):
      "the whole audio is \(decibelText(abs(decibels))) \(decibels < 0 ? "softer" : "louder"); "
        + "without that, signal to noise is \(decibelText(ratio))"
    case .inverted: "the polarity is inverted"
    case .swapped: "left and right are swapped"
    case .invalidSamples(let isActual, let count, let first):
      "the \(isActual ? "actual" : "expected") audio has \(pluralized(count, "sample")) that are infinite or not numbers, "
        + "the first at \(first); they count as silence"
    }
  }
}

/// `35.5 dB`; `infinite` where there is no noise.
func decibelText(_ decibels: Double) -> String {
  guard decibels.isFinite else { return decibels > 0 ? "infinite" : "none" }
  return decimalText(Int64((decibels * 10).rounded()), decimals: 1, keepsZeros: true) + " dB"
}

/// An amplitude in decibels of full scale, which is 1: `-32.1 dB`.
package func levelText(_ amplitude: Double) -> String { decibelText(amplitude.decibels) }

/// Three digits that count: `0.000952`, `9.52e-7`.
func scientificText(_ value: Double) -> String {
  guard value > 0, value.isFinite else { return "0" }
  let exponent = value.exponent10
  guard exponent >= -6 else {
    return decimalText(Int64((value * power10(2 - exponent)).rounded()), decimals: 2) + "e\(exponent)"
  }
  let decimals = max(0, 2 - exponent)
  return decimalText(Int64((value * power10(decimals)).rounded()), decimals: decimals)
}

extension Double {
  /// An amplitude in decibels.
  var decibels: Double { 20 * log10(self) }

  /// The power of ten that its first digit stands for: -4 for 0.00095. Above zero and finite.
  var exponent10: Int { Int(log10(self).rounded(.down)) }
}

/// A power of ten.
func power10(_ exponent: Int) -> Double { pow(10, Double(exponent)) }
