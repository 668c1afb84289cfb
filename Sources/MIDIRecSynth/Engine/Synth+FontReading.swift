internal import CFluidSynth
internal import Glibc
internal import MIDIRecSound
internal import SystemPackage

/// FluidSynth's access to a font's bytes through midirec's own functions, under names that only they understand.
///
/// If its own reader fails, Debian's FluidSynth asks libinstpatch, which prints to standard error in an uncatchable
/// way. It can't open such a name, so it prints nothing. The name includes the file's size and modification time,
/// because FluidSynth shares samples among all synths of a process by name.
extension Synth {
  private static let fontPrefix = "midirec-font:"

  /// Returns the name of a file for FluidSynth.
  ///
  /// - Throws: `SoundError` if the file doesn't exist.
  static func fontName(of path: FilePath) throws(SoundError) -> [CChar] {
    var facts = stat()
    guard unsafe path.withPlatformString({ unsafe stat($0, &facts) }) == 0 else {
      throw SoundError(
        errno == ENOENT ? .noInput : .inputOutput, path, unsafe String(cString: strerror(errno)))
    }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw SoundError(.badData, path, "isn't a regular file")
    }
    let version =
      "\(facts.st_dev).\(facts.st_ino).\(facts.st_size).\(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec):"
    return unsafe path.withPlatformString { place in
      unsafe (fontPrefix + version).utf8.map { CChar(bitPattern: $0) }
        + UnsafeBufferPointer(start: place, count: strlen(place) + 1)
    }
  }

  /// Creates a loader for such names, which a synth then owns.
  static func makeFontLoader(_ settings: borrowing EngineSettings) -> OpaquePointer? {
    guard let loader = unsafe new_fluid_defsfloader(settings.handle) else { return nil }
    unsafe fluid_sfloader_set_callbacks(
      loader,
      { name in unsafe Synth.openFont(name) },
      { buffer, count, file in
        guard let buffer = unsafe buffer, let file = unsafe file, let length = Int(exactly: count),
          length >= 0
        else { return FLUID_FAILED }
        let readCount = unsafe fread(buffer, 1, length, file.assumingMemoryBound(to: FILE.self))
        return readCount == length ? FLUID_OK : FLUID_FAILED
      },
      { file, offset, origin in
        guard let file = unsafe file else { return FLUID_FAILED }
        return unsafe fseeko(file.assumingMemoryBound(to: FILE.self), off_t(offset), origin) == 0
          ? FLUID_OK : FLUID_FAILED
      },
      { file in
        guard let file = unsafe file else { return fluid_long_long_t(FLUID_FAILED) }
        return unsafe fluid_long_long_t(ftello(file.assumingMemoryBound(to: FILE.self)))
      },
      { file in
        guard let file = unsafe file else { return FLUID_FAILED }
        return unsafe fclose(file.assumingMemoryBound(to: FILE.self)) == 0 ? FLUID_OK : FLUID_FAILED
      })
    return unsafe loader
  }

  /// Opens the file of such a name.
  private static func openFont(_ name: UnsafePointer<CChar>?) -> UnsafeMutableRawPointer? {
    guard let name = unsafe name, unsafe strncmp(name, fontPrefix, fontPrefix.utf8.count) == 0,
      let colon = unsafe strchr(name + fontPrefix.utf8.count, CInt(UInt8(ascii: ":")))
    else { return nil }
    return unsafe UnsafeMutableRawPointer(fopen(colon + 1, "rbe"))
  }
}
