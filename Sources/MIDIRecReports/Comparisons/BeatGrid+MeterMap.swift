internal import MIDICore
package import MIDIFiles
package import Timelines

extension BeatGrid {
  /// Creates the grid of the tempos and time signatures of a file.
  package init(_ meter: MeterMap) {
    self.init(
      tempoMap: meter.tempoMap, ticksPerQuarter: meter.ticksPerQuarter,
      meters: meter.bars.map { Meter(start: $0.start, lengthOfBar: $0.length, unit: $0.unit) })
  }
}
