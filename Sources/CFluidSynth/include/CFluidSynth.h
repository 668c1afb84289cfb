#pragma once

#include <fluidsynth.h>

/// Loads FluidSynth's library. To be called once, before any function of it.
///
/// Returns nothing, or why it can't be loaded, in a text that stays until this thread loads something else.
const char *cfluidsynth_load(void);

/// Where one of the library's functions lies in memory.
const void *cfluidsynth_address(void);

/// Opens an audio driver, without what ALSA's library would print by itself of a sound card that isn't there.
fluid_audio_driver_t *cfluidsynth_open_driver(fluid_settings_t *settings, fluid_synth_t *synth);
