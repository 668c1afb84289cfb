import ALSASequencer
import AllocationCount
import ArgumentParser
import Glibc
import MIDICore
import SystemPackage

/// Receives numbered events with the public interface of ALSASequencer, in a task.
///
/// It prints and logs what ``Receive`` does, with the events that the interface reported as lost, and the number of this
/// process's allocations after the first tenth of the events.
struct ReceiveInTask: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receive-in-task", abstract: "Receive numbered events in a Swift task.")

  @Option(help: "The name of the receiver's client and port.")
  var name = "bench task"

  @Option(help: "End after this many events, lost ones included.")
  var count: Int

  @Flag(help: "Run the task on the thread of the input.")
  var onThread = false

  @Flag(help: "Don't read the clock for each event: the logged time of reading is 0.")
  var untimed = false

  @Argument(help: "The file for numbers, stamps and times of reading.")
  var log: String

  func run() async throws {
    let sequencer = try ALSASequencer.Sequencer(name: "bench")
    let input = try sequencer.virtualInput(name)
    try await withTaskExecutorPreference(onThread ? input.executor : globalConcurrentExecutor) {
      try await receive(input, of: sequencer)
    }
  }

  private func receive(_ input: ALSASequencer.Sequencer.Input, of sequencer: ALSASequencer.Sequencer)
    async throws
  {
    let start = Clock.now - input.elapsed.rawValue
    var log = EventLog(capacity: count)
    var lostCount = 0
    var earlyAllocationCount: UInt64 = 0
    let port = try sequencer.ports.current.first { $0.portName == name }
    // The address, which begins the description.
    print("\(port.map { "\($0)" } ?? "")".prefix { $0 != " " })
    fflush(nil)
    for try await event in input {
      switch event {
      case .message(let message, let time, _):
        guard let number = EventNumber(message) else { continue }
        log.append(number, start + time.rawValue, untimed ? 0 : Clock.now)
      case .lost(let count): lostCount += count
      case .connected, .disconnected, .refused: break
      }
      if log.count == count / 10 { earlyAllocationCount = allocation_count() }
      if log.count + lostCount >= count { break }
    }
    let allocationCount = allocation_count() - earlyAllocationCount
    print("events \(log.count) lost \(lostCount) allocations \(allocationCount)")
    try log.write(to: FilePath(self.log))
  }
}
