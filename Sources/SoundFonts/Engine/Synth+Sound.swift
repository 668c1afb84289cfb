internal import CFluidSynth

extension Synth {
  /// Renders what comes next into both channels' samples, from a place in them on.
  ///
  /// - Precondition: The samples have room for it.
  func render(_ frameCount: Int, into left: inout [Float], _ right: inout [Float], at offset: Int) {
    precondition(
      frameCount >= 0 && offset >= 0 && offset + frameCount <= min(left.count, right.count), "room for it")
    unsafe left.withUnsafeMutableBufferPointer { left in
      unsafe right.withUnsafeMutableBufferPointer { right in
        _ = unsafe fluid_synth_write_float(
          handle, CInt(clamping: frameCount), left.baseAddress, CInt(clamping: offset), 1,
          right.baseAddress, CInt(clamping: offset), 1)
      }
    }
  }

  /// How many voices sound, those that die away included.
  var soundingVoiceCount: Int { Int(unsafe fluid_synth_get_active_voice_count(handle)) }
}
