import CALSA
import Glibc
import MIDICore
import MIDIRecSystem
import Testing

@testable import ALSASequencer

@Suite struct EventRingBufferTests {
  private func note(_ number: Int) -> SequencerEvent {
    var event = SequencerEvent(type: SND_SEQ_EVENT_SONGPOS)
    event.control.value = Int32(number)
    return event
  }

  /// Appends an event that carries bytes.
  private func put(_ bytes: [UInt8], into handover: EventRingBuffer) -> Bool {
    SequencerEvent(type: SND_SEQ_EVENT_SYSEX, bytes: bytes).withRaw(from: 0, to: nil) {
      handover.put(SequencerEvent($0.pointee))
    }
  }

  private func values(_ handover: EventRingBuffer) -> [Int] {
    var values: [Int] = []
    while handover.take({ values.append(Int($0.control.value)) }) {}
    return values
  }

  @Test func publishedItemsAreTakenInOrder() {
    let handover = EventRingBuffer(capacity: 4096)
    for number in 1...3 { #expect(handover.put(note(number))) }
    #expect(values(handover) == [])
    handover.publish()
    #expect(handover.count == 3)
    #expect(values(handover) == [1, 2, 3])
    #expect(handover.count == 0)
  }

  @Test func fullBufferRejectsEventsWithoutLoss() {
    let handover = EventRingBuffer(capacity: 4096)
    for number in 0..<4096 { #expect(handover.put(note(number))) }
    #expect(!handover.put(note(4096)))
    #expect(!handover.put(.overrun(at: .zero)))
    handover.publish()
    #expect(values(handover) == Array(0..<4096))
    #expect(handover.put(note(1)))
  }

  @Test func bytesStayContiguousAtTheEnd() {
    let handover = EventRingBuffer(capacity: 4096)
    for length in [1, 31, 32, 33, 256, 5000, 56_000] {
      let bytes = (0..<length).map { UInt8($0 % 251) }
      for _ in 0..<100 {
        #expect(put(bytes, into: handover))
        handover.publish()
        var taken: [UInt8] = []
        #expect(handover.take { taken = $0.variableBytes })
        #expect(taken == bytes)
      }
    }
    #expect(handover.count == 0)
  }

  @Test func overrunKeepsItsPlaceAndTime() {
    let handover = EventRingBuffer(capacity: 4096)
    #expect(handover.put(note(1)))
    #expect(handover.put(.overrun(at: .milliseconds(1234))))
    handover.publish()
    var times: [Nanoseconds?] = []
    while handover.take({ times.append($0.isOverrun ? $0.time : nil) }) {}
    #expect(times == [nil, .milliseconds(1234)])
  }

  /// Two threads append and remove at full speed, so that the buffer is often full or empty.
  @Test func millionEventsPassBetweenThreadsInOrder() throws {
    let handover = EventRingBuffer(capacity: 4096)
    let count = 1_000_000
    let thread = JoinableThread.start {
      for number in 0..<count {
        var event = SequencerEvent(type: SND_SEQ_EVENT_SONGPOS)
        event.control.value = Int32(number)
        while !handover.put(event) {
          handover.publish()
          sched_yield()
        }
        if number % 7 == 0 { handover.publish() }
      }
      handover.publish()
    }
    guard let thread else { return #expect(Bool(false), "no thread") }
    var next = 0
    var isInOrder = true
    while next < count {
      let isTaken = handover.take { event in
        if Int(event.control.value) != next { isInOrder = false }
        next += 1
      }
      if !isTaken { sched_yield() }
    }
    thread.join()
    #expect(isInOrder)
    #expect(handover.count == 0)
  }

  @Test func armedSignalWakesOnce() throws {
    let bell = try #require(WakeupSignal())
    func isReadable() -> Bool { wait(for: bell.descriptor, stop: nil, until: .zero) != .deadlinePassed }
    bell.notify()
    #expect(!isReadable())
    bell.arm()
    bell.notify()
    bell.notify()
    #expect(isReadable())
    bell.disarm()
    #expect(!isReadable())
  }
}
