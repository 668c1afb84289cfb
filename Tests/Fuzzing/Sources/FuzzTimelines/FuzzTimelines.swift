import FuzzTarget
import MIDICore
import Timelines

/// All that must hold for any bytes that are read as the text of a timeline.
@_silgen_name("check")
public func check(_ bytes: [UInt8]) {
  // The worst of 300,000 inputs took 19 edges per byte.
  let read = Result { try limitingWork(to: 2000 + 40 * bytes.count) { try Timeline(text: bytes) } }
  guard let timeline = try? read.get() else { return }
  let text = Array(timeline.text.utf8)
  guard let again = try? Timeline(text: text) else { fatalError("what was written can't be read") }
  require(again == timeline, "what was written is read differently")
  require(Array(again.text.utf8) == text, "what was written is not written back byte for byte")
}
