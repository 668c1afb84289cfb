internal import CSndFile
internal import MIDIRecSystem
internal import SystemPackage

/// The bytes of a file that libsndfile reads and writes through callbacks.
///
/// Without a name, libsndfile doesn't guess the format. The stream also records the exact error of the system:
/// libsndfile itself forgets that it couldn't finish a FLAC file because the disk was full.
@safe
final class SoundStream {
  let descriptor: FileDescriptor
  /// The first error of the system, or `nil` if there was none.
  private(set) var failure: Errno?

  private var handle: OpaquePointer?
  /// The owner of the descriptor, or `nil` if this stream closes it.
  private let file: NewFile?

  /// Creates a stream of a seekable file, which is closed when the stream is released unless it has an owner.
  init(_ descriptor: FileDescriptor, ownedBy file: NewFile? = nil) {
    self.descriptor = descriptor
    self.file = file
  }

  deinit {
    _ = endLibrary()
    if file == nil { try? descriptor.close() }
  }

  /// The length in bytes, or -1 if the system doesn't report it.
  var length: Int64 {
    attempt { () throws -> Int64 in
      let place = try descriptor.seek(offset: 0, from: .current)
      let end = try descriptor.seek(offset: 0, from: .end)
      try descriptor.seek(offset: place, from: .start)
      return end
    }
  }

  /// Returns the first bytes without moving the position: fewer if the file is shorter or the system fails.
  func firstBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = unsafe bytes.withUnsafeMutableBytes { buffer in
      attempt { Int64(try unsafe descriptor.read(fromAbsoluteOffset: 0, into: buffer)) }
    }
    return Array(bytes.prefix(max(0, Int(read))))
  }

  /// Opens the stream with libsndfile for reading or writing.
  ///
  /// - Returns: `true` if libsndfile can open it.
  func open(forWriting isWritten: Bool = false, _ information: inout SF_INFO) -> Bool {
    var calls = unsafe SF_VIRTUAL_IO(
      get_filelen: { unsafe SoundStream.of($0).length },
      seek: { offset, origin, context in
        let stream = unsafe SoundStream.of(context)
        return stream.attempt { try stream.descriptor.seek(offset: offset, from: .init(rawValue: origin)) }
      },
      read: { bytes, count, context in
        let stream = unsafe SoundStream.of(context)
        let buffer = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: max(0, Int(count)))
        return stream.attempt { Int64(try unsafe stream.read(into: buffer)) }
      },
      write: { bytes, count, context in
        let stream = unsafe SoundStream.of(context)
        let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: max(0, Int(count)))
        return stream.attempt { Int64(try unsafe stream.descriptor.writeAll(buffer)) }
      },
      tell: { context in
        let stream = unsafe SoundStream.of(context)
        return stream.attempt { try stream.descriptor.seek(offset: 0, from: .current) }
      })
    // libsndfile copies the callbacks and keeps the context, which closes it.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let mode = Int32(isWritten ? SFM_WRITE : SFM_READ)
    unsafe handle = unsafe sf_open_virtual(&calls, mode, &information, context)
    return unsafe handle != nil
  }

  /// The message of libsndfile for the stream or for opening it.
  var libraryError: String {
    let text = unsafe sf_strerror(handle).map { unsafe String(cString: $0) } ?? "libsndfile rejects it"
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? text
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  /// Whether libsndfile reports an error.
  var hasLibraryError: Bool { unsafe sf_error(handle) != SF_ERR_NO_ERROR }

  /// The comment. A file stores it before the samples, so it must be set first.
  var comment: String? {
    unsafe sf_get_string(handle, Int32(SF_STR_COMMENT)).map { unsafe String(cString: $0) }
  }

  /// Sets the comment.
  ///
  /// - Returns: `true` if libsndfile accepts it.
  func setComment(_ comment: String) -> Bool {
    unsafe sf_set_string(handle, Int32(SF_STR_COMMENT), comment) == SF_ERR_NO_ERROR
  }

  /// Omits the PEAK chunk of WAV files, which has a timestamp.
  func leaveOutPeaks() {
    _ = unsafe sf_command(handle, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
  }

  /// Reads frames.
  ///
  /// - Parameter samples: The buffer for interleaved samples, large enough for all frames.
  /// - Returns: The number of frames read.
  func read(_ samples: inout [Float], frameCount: Int) -> Int {
    Int(unsafe sf_readf_float(handle, &samples, Int64(frameCount)))
  }

  /// Writes frames unchanged.
  ///
  /// - Returns: `true` on success.
  func write(_ samples: [Float], frameCount: Int) -> Bool {
    unsafe sf_writef_float(handle, samples, Int64(frameCount)) == Int64(frameCount) && failure == nil
  }

  /// Writes frames of left-aligned integers.
  ///
  /// - Returns: `true` on success.
  func write(_ samples: [Int32], frameCount: Int) -> Bool {
    unsafe sf_writef_int(handle, samples, Int64(frameCount)) == Int64(frameCount) && failure == nil
  }

  /// Closes libsndfile's handle, which writes all buffered data.
  ///
  /// - Returns: `true` on success.
  func endLibrary() -> Bool {
    guard let handle = unsafe handle else { return true }
    unsafe self.handle = nil
    return unsafe sf_close(handle) == SF_ERR_NO_ERROR && failure == nil
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> SoundStream {
    guard let context = unsafe context else { preconditionFailure("libsndfile lost its context") }
    return unsafe Unmanaged<SoundStream>.fromOpaque(context).takeUnretainedValue()
  }

  /// Reads as many bytes as available, because libsndfile treats a short read as the end.
  private func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var count = 0
    while count < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let read = try unsafe descriptor.read(into: rest)
      if read == 0 { break }
      count += read
    }
    return count
  }

  private func attempt(_ call: () throws -> Int64) -> Int64 {
    do {
      return try call()
    } catch {
      // Invalid audio files make libsndfile seek to impossible positions.
      let errno = Errno(thrown: error)
      if failure == nil, errno != .invalidArgument { failure = errno }
      return -1
    }
  }
}
