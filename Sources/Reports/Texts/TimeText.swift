package import MIDICore
package import MIDIFiles

/// Returns a time in bars and beats, such as `12:3.50`, or in seconds if no meter is given.
package func timeText(_ time: Nanoseconds, _ meter: MeterMap?) -> String {
  meter.map { "\($0.position(at: time))" } ?? "\(time)"
}
