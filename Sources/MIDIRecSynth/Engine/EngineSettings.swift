internal import CFluidSynth
internal import MIDIRecSound

/// FluidSynth's settings by name. This type owns FluidSynth's object.
@safe struct EngineSettings: ~Copyable {
  /// FluidSynth's object.
  let handle: OpaquePointer

  /// Creates the default settings.
  ///
  /// - Throws: `SoundError` if there is not enough memory.
  static func make() throws(SoundError) -> EngineSettings {
    try FluidSynthLibrary.prepare()
    guard let handle = unsafe new_fluid_settings() else { throw FluidSynthLibrary.noMemory }
    return unsafe EngineSettings(handle: handle)
  }

  deinit { unsafe delete_fluid_settings(handle) }

  /// Sets an integer.
  ///
  /// - Throws: `SoundError.Kind.usage` if the setting doesn't exist or the value is out of range.
  func set(_ name: String, _ value: Int) throws(SoundError) {
    guard let number = CInt(exactly: value), unsafe fluid_settings_setint(handle, name, number) == FLUID_OK
    else {
      throw outOfRange(name, "\(value)")
    }
  }

  /// Sets a switch.
  func set(_ name: String, _ isOn: Bool) throws(SoundError) { try set(name, isOn ? 1 : 0) }

  /// Sets a number. FluidSynth's 32-bit defaults are kept exactly.
  ///
  /// - Throws: `SoundError.Kind.usage` if the setting doesn't exist or the value is out of range.
  func set(_ name: String, _ value: Double) throws(SoundError) {
    var usual = 0.0
    if unsafe fluid_settings_getnum_default(handle, name, &usual) == FLUID_OK, Float(usual) == Float(value) {
      return
    }
    // FluidSynth accepts NaN, because it isn't beyond a bound.
    guard value.isFinite, unsafe fluid_settings_setnum(handle, name, value) == FLUID_OK else {
      throw outOfRange(name, "\(value)")
    }
  }

  /// Sets a text.
  ///
  /// - Throws: `SoundError.Kind.usage` if the setting doesn't exist.
  func set(_ name: String, _ value: String) throws(SoundError) {
    guard unsafe fluid_settings_setstr(handle, name, value) == FLUID_OK else {
      throw outOfRange(name, value)
    }
  }

  private func outOfRange(_ name: String, _ value: String) -> SoundError {
    SoundError(.usage, nil, "\(name) can't be \(value)")
  }
}
