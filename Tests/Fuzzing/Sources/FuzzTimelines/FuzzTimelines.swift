import FuzzTarget
import MIDICore
import Timelines

/// Checks the requirements for any bytes as a timeline's text.
@_silgen_name("check")
public func check(_ bytes: [UInt8]) {
  // The worst of 300,000 inputs took 19 edges per byte.
  let read = Result { try limitingWork(to: 2000 + 40 * bytes.count) { try Timeline(text: bytes) } }
  guard let timeline = try? read.get() else { return }
  let text = Array(timeline.text.utf8)
  guard let again = try? Timeline(text: text) else { fatalError("a written timeline can't be read") }
  require(again == timeline, "a written timeline is read differently")
  require(Array(again.text.utf8) == text, "a written timeline isn't reproduced byte for byte")
}
