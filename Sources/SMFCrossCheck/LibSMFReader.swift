internal import CSMF
internal import Glibc
internal import MIDIFiles
internal import MIDIRecSystem
internal import SystemPackage

/// A reader that uses libsmf in a separate process.
///
/// On some files, libsmf aborts, reads beyond its buffers, or runs for hours.
package struct LibSMFReader {
  /// The exit code if libsmf rejects the file (`EX_DATAERR`).
  static let refusal: Int32 = 65
  /// The length of the output that is written at once.
  private static let pieceLength = 1 << 16
  /// The maximum processor time, in seconds, in case the parent process dies.
  private static let processorSeconds = 60

  /// Reads a file from standard input, writes libsmf's events to standard output, and exits.
  ///
  /// ``CrossCheck`` reads the output.
  package static func run() -> Never {
    limit(RLIMIT_CORE, to: 0)
    limit(RLIMIT_CPU, to: processorSeconds)
    // Add memory for the program itself to the limit for files.
    limit(RLIMIT_AS, to: maxMemory + 1 << 29)
    preferForOOMKill()
    do {
      let bytes = try FileSystem.bytesOfStandardInput()
      guard let file = unsafe smf_load_from_memory(bytes, Int32(clamping: bytes.count)) else {
        _exit(refusal)
      }
      var reader = LibSMFReader()
      try unsafe reader.writeEvents(of: file)
    } catch {
      _exit(74)  // EX_IOERR: the parent has exited.
    }
    // Skip `smf_delete`, whose time is quadratic in the number of events of a track.
    _exit(0)
  }

  /// The memory limit for a file, in bytes, which is enough for 30 million events.
  package static let maxMemory = 1 << 32

  /// Returns the maximum memory that libsmf needs for a file.
  ///
  /// An event takes 120 bytes (measured). libsmf also copies the file and the bytes of the events.
  static func memory(forEventCount eventCount: Int, byteCount: Int) -> Int {
    128 * eventCount + 2 * byteCount
  }

  private static func limit(_ resource: __rlimit_resource, to value: Int) {
    var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
    unsafe setrlimit(Int32(resource.rawValue), &limit)
  }

  /// Raises this process's OOM score, so that the kernel kills it first if memory runs out.
  private static func preferForOOMKill() {
    let path = FilePath("/proc/self/oom_score_adj")
    guard let file = try? FileDescriptor.open(path, .writeOnly) else { return }
    _ = try? file.closeAfter { try file.writeAll("1000".utf8) }
  }

  /// The output that isn't written yet, in the format of ``EventStreamReader``.
  private var output: [UInt8] = []

  private mutating func writeEvents(of file: UnsafeMutablePointer<smf_t>) throws {
    let trackCount = unsafe file.pointee.number_of_tracks
    let header = unsafe [file.pointee.format, trackCount, file.pointee.ppqn].flatMap {
      [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
    }
    try append(track: 0, time: 0, header)
    for number in stride(from: 1, through: trackCount, by: 1) {
      guard let track = unsafe smf_get_track_by_number(file, number) else { continue }
      for index in unsafe stride(from: 1, through: track.pointee.number_of_events, by: 1) {
        guard let event = unsafe smf_track_get_event_by_number(track, index) else { continue }
        let bytes = unsafe UnsafeBufferPointer(
          start: event.pointee.midi_buffer, count: Int(event.pointee.midi_buffer_length))
        unsafe try append(track: UInt32(number), time: event.pointee.time_pulses, bytes)
      }
    }
    try append(track: EventStreamReader.endMark, time: 0, [])
    try flush()
  }

  private mutating func append(track: UInt32, time: Int32, _ bytes: some Collection<UInt8>) throws {
    for field in [track, UInt32(bitPattern: time), UInt32(clamping: bytes.count)] {
      output.appendBigEndian(field)
    }
    output += bytes
    if output.count >= Self.pieceLength { try flush() }
  }

  private mutating func flush() throws {
    try FileDescriptor.standardOutput.writeAll(output)
    output.removeAll(keepingCapacity: true)
  }
}
