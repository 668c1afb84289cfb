internal import CSMF
internal import FileIO
internal import Glibc
internal import SystemPackage

/// libsmf, in a process of its own: on some files it aborts, reads beyond its buffers, or runs for hours.
package enum LibSMFReader {
  /// The exit code that says that libsmf refuses the file (`EX_DATAERR`).
  static let refusal: Int32 = 65
  /// How long it may keep a processor busy, should nobody be left to end it.
  private static let processorSeconds = 60

  /// Reads a Standard MIDI File from standard input, writes all events that libsmf finds to standard output in the
  /// form that ``CrossCheck`` understands, and ends the process.
  package static func run() -> Never {
    limit(RLIMIT_CORE, to: 0)
    limit(RLIMIT_CPU, to: processorSeconds)
    // Room for the program itself on top of what files may cost.
    limit(RLIMIT_AS, to: maxMemory + 1 << 29)
    preferForOOMKill()
    do {
      let bytes = try FileSystem.bytesOfStandardInput()
      guard let file = unsafe smf_load_from_memory(bytes, Int32(clamping: bytes.count)) else {
        _exit(refusal)
      }
      var writer = EventStreamWriter { _ = try FileDescriptor.standardOutput.writeAll($0) }
      try unsafe writeEvents(of: file, to: &writer)
      try writer.finish()
    } catch {
      _exit(74)  // EX_IOERR: nobody listens any more.
    }
    // Without `smf_delete`, whose time grows with the square of a track's events.
    _exit(0)
  }

  /// How much memory a file may cost, in bytes: room for 30 million events.
  package static let maxMemory = 1 << 32

  /// What libsmf needs for a file at most: an event was measured to take it 120 bytes, and its own copy of the file
  /// and of the events' bytes come on top.
  static func memory(forEventCount eventCount: Int, byteCount: Int) -> Int {
    128 * eventCount + 2 * byteCount
  }

  private static func limit(_ resource: __rlimit_resource, to value: Int) {
    var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
    unsafe setrlimit(Int32(resource.rawValue), &limit)
  }

  /// Should the machine run out of memory, it is to end this process before any other.
  private static func preferForOOMKill() {
    let path = FilePath("/proc/self/oom_score_adj")
    guard let file = try? FileDescriptor.open(path, .writeOnly) else { return }
    _ = try? file.closeAfter { try file.writeAll("1000".utf8) }
  }

  private static func writeEvents(
    of file: UnsafeMutablePointer<smf_t>, to writer: inout EventStreamWriter
  ) throws {
    let trackCount = unsafe file.pointee.number_of_tracks
    let header = unsafe [file.pointee.format, trackCount, file.pointee.ppqn].flatMap {
      [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
    }
    try writer.append(track: 0, time: 0, header)
    for number in stride(from: 1, through: trackCount, by: 1) {
      guard let track = unsafe smf_get_track_by_number(file, number) else { continue }
      for index in unsafe stride(from: 1, through: track.pointee.number_of_events, by: 1) {
        guard let event = unsafe smf_track_get_event_by_number(track, index) else { continue }
        let bytes = unsafe UnsafeBufferPointer(
          start: event.pointee.midi_buffer, count: Int(event.pointee.midi_buffer_length))
        unsafe try writer.append(track: UInt32(number), time: event.pointee.time_pulses, bytes)
      }
    }
  }
}
