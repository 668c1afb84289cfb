#pragma once

#include <fluidsynth.h>

/// Loads FluidSynth's library. Call it once, before any of the library's functions.
///
/// Returns NULL, or the reason for the failure. The text is valid until this thread loads a library again.
const char *cfluidsynth_load(void);

/// The address of one of the library's functions.
const void *cfluidsynth_address(void);

/// Opens an audio driver, and suppresses the errors that ALSA's library prints for a missing sound card.
fluid_audio_driver_t *cfluidsynth_open_driver(fluid_settings_t *settings, fluid_synth_t *synth);
