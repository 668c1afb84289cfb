internal import CSndFile
internal import FileIO
internal import SystemPackage

/// The bytes of a file, as libsndfile reads and writes them.
///
/// libsndfile has no name to guess a format from, and what the system refuses is known exactly: libsndfile itself forgets
/// that a FLAC file couldn't be ended because the disk was full.
@safe
final class SoundStream {
  /// What is done to it.
  enum Mode: Int32 {
    // The values of SFM_READ and SFM_WRITE.
    case read = 0x10
    case write = 0x20
  }

  let descriptor: FileDescriptor
  /// What the system refused first.
  private(set) var failure: Errno?

  private var handle: OpaquePointer?
  /// Keeps the file open, where it isn't closed here.
  private let file: NewFile?

  /// Takes a file that can be sought in over: it is closed when nobody has this any more.
  init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
    file = nil
  }

  /// Takes a new file, which is written.
  init(_ file: NewFile) {
    descriptor = file.descriptor
    self.file = file
  }

  deinit {
    _ = endLibrary()
    if file == nil { try? descriptor.close() }
  }

  /// Its length in bytes; -1 where the system doesn't say.
  var length: Int64 {
    attempt { () throws -> Int64 in
      let place = try descriptor.seek(offset: 0, from: .current)
      let end = try descriptor.seek(offset: 0, from: .end)
      try descriptor.seek(offset: place, from: .start)
      return end
    }
  }

  /// Returns the first bytes, without moving on: as many as asked for, unless the file is shorter or the system fails.
  func firstBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = unsafe bytes.withUnsafeMutableBytes { buffer in
      attempt { Int64(try unsafe descriptor.read(fromAbsoluteOffset: 0, into: buffer)) }
    }
    return Array(bytes.prefix(max(0, Int(read))))
  }

  /// Opens it with libsndfile.
  ///
  /// - Returns: Whether that is content with it.
  func open(_ mode: Mode, _ information: inout SF_INFO) -> Bool {
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
    // libsndfile copies the calls, and keeps the context, which closes it.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe handle = unsafe sf_open_virtual(&calls, mode.rawValue, &information, context)
    return unsafe handle != nil
  }

  /// What libsndfile says of the stream, or why it couldn't be opened.
  var libraryError: String {
    let text = unsafe sf_strerror(handle).map { unsafe String(cString: $0) } ?? "libsndfile rejects it"
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? text
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  /// Whether libsndfile has met an error.
  var hasLibraryError: Bool { unsafe sf_error(handle) != SF_ERR_NO_ERROR }

  /// The remark in it. One that is written stands before the samples, and has to be set before them.
  var comment: String? {
    unsafe sf_get_string(handle, Int32(SF_STR_COMMENT)).map { unsafe String(cString: $0) }
  }

  /// Sets the remark.
  ///
  /// - Returns: Whether libsndfile takes it.
  func setComment(_ comment: String) -> Bool {
    unsafe sf_set_string(handle, Int32(SF_STR_COMMENT), comment) == SF_ERR_NO_ERROR
  }

  /// Leaves the PEAK chunk of WAV files out, which has a time stamp.
  func leaveOutPeaks() {
    _ = unsafe sf_command(handle, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
  }

  /// Reads up to so many frames.
  ///
  /// - Parameter samples: Gets them, channel by channel in each frame; has room for them.
  /// - Returns: How many there were.
  func read(_ samples: inout [Float], frameCount: Int) -> Int {
    Int(unsafe sf_readf_float(handle, &samples, Int64(frameCount)))
  }

  /// Writes so many frames as they are.
  ///
  /// - Returns: Whether all went well.
  func write(_ samples: [Float], frameCount: Int) -> Bool {
    unsafe sf_writef_float(handle, samples, Int64(frameCount)) == Int64(frameCount) && failure == nil
  }

  /// Writes so many frames of integers whose top bit is at the top.
  ///
  /// - Returns: Whether all went well.
  func write(_ samples: [Int32], frameCount: Int) -> Bool {
    unsafe sf_writef_int(handle, samples, Int64(frameCount)) == Int64(frameCount) && failure == nil
  }

  /// Ends what libsndfile does with it: all that it kept is written then.
  ///
  /// - Returns: Whether all went well.
  func endLibrary() -> Bool {
    guard let handle = unsafe handle else { return true }
    unsafe self.handle = nil
    return unsafe sf_close(handle) == SF_ERR_NO_ERROR && failure == nil
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> SoundStream {
    guard let context = unsafe context else { preconditionFailure("libsndfile gives back what it was given") }
    return unsafe Unmanaged<SoundStream>.fromOpaque(context).takeUnretainedValue()
  }

  /// Reads as much as there is: libsndfile takes less for the end.
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
      // A file that is no sound makes libsndfile seek to places that can't be.
      let errno = Errno(thrown: error)
      if failure == nil, errno != .invalidArgument { failure = errno }
      return -1
    }
  }
}
