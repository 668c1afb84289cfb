internal import CFluidSynth

/// FluidSynth's own settings, each by its name. Owns them.
@safe struct EngineSettings: ~Copyable {
  /// FluidSynth's object.
  let handle: OpaquePointer

  /// Makes those by default.
  ///
  /// - Throws: Where there is no memory left.
  static func make() throws(SoundFontError) -> EngineSettings {
    try FluidSynthLibrary.prepare()
    guard let handle = unsafe new_fluid_settings() else {
      throw SoundFontError(.inputOutput, nil, "FluidSynth can't be started")
    }
    return unsafe EngineSettings(handle: handle)
  }

  private init(handle: OpaquePointer) { unsafe self.handle = unsafe handle }

  deinit { unsafe delete_fluid_settings(handle) }

  /// Sets a whole number.
  ///
  /// - Throws: ``SoundFontError/Kind/usage`` where there is no such setting or the value is out of its range.
  func set(_ name: String, _ value: Int) throws(SoundFontError) {
    guard let number = CInt(exactly: value), unsafe fluid_settings_setint(handle, name, number) == FLUID_OK
    else {
      throw outOfRange(name, "\(value)")
    }
  }

  /// Turns something on or off.
  func set(_ name: String, _ isOn: Bool) throws(SoundFontError) { try set(name, isOn ? 1 : 0) }

  /// Sets a number. What FluidSynth has by default stays as it is to the last bit: those are numbers of 32 bits.
  ///
  /// - Throws: ``SoundFontError/Kind/usage`` where there is no such setting or the value is out of its range.
  func set(_ name: String, _ value: Double) throws(SoundFontError) {
    var usual = 0.0
    if unsafe fluid_settings_getnum_default(handle, name, &usual) == FLUID_OK, Float(usual) == Float(value) {
      return
    }
    // FluidSynth lets pass what is no number, as that isn't beyond any bound.
    guard value.isFinite, unsafe fluid_settings_setnum(handle, name, value) == FLUID_OK else {
      throw outOfRange(name, "\(value)")
    }
  }

  /// Sets a text.
  ///
  /// - Throws: ``SoundFontError/Kind/usage`` where there is no such setting.
  func set(_ name: String, _ value: String) throws(SoundFontError) {
    guard unsafe fluid_settings_setstr(handle, name, value) == FLUID_OK else {
      throw outOfRange(name, value)
    }
  }

  private func outOfRange(_ name: String, _ value: String) -> SoundFontError {
    SoundFontError(.usage, nil, "\(name) can't be \(value)")
  }
}
