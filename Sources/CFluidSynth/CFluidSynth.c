// FluidSynth's functions, loaded with the first synthesizer instead of at startup. The library depends on fifty other
// files, such as sound servers and a window library, which would double midirec's startup time.
//
// They have the names and types of the library's header, so the compiler detects a wrong declaration.

#include "CFluidSynth.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stddef.h>

#define FUNCTIONS \
  FUNCTION(fluid_settings_t*, new_fluid_settings, (void), ()) \
  FUNCTION(void, delete_fluid_settings, (fluid_settings_t *a), (a)) \
  FUNCTION(void, fluid_settings_foreach_option, (fluid_settings_t *a, const char *b, void *c, \
           fluid_settings_foreach_option_t d), (a, b, c, d)) \
  FUNCTION(int, fluid_settings_getnum_default, (fluid_settings_t *a, const char *b, double *c), \
           (a, b, c)) \
  FUNCTION(int, fluid_settings_setint, (fluid_settings_t *a, const char *b, int c), (a, b, c)) \
  FUNCTION(int, fluid_settings_setnum, (fluid_settings_t *a, const char *b, double c), (a, b, c)) \
  FUNCTION(int, fluid_settings_setstr, (fluid_settings_t *a, const char *b, const char *c), \
           (a, b, c)) \
  FUNCTION(fluid_log_function_t, fluid_set_log_function, (int a, fluid_log_function_t b, \
           void *c), (a, b, c)) \
  FUNCTION(char*, fluid_version_str, (void), ()) \
  FUNCTION(fluid_synth_t*, new_fluid_synth, (fluid_settings_t *a), (a)) \
  FUNCTION(void, delete_fluid_synth, (fluid_synth_t *a), (a)) \
  FUNCTION(int, fluid_preset_get_banknum, (fluid_preset_t *a), (a)) \
  FUNCTION(int, fluid_preset_get_num, (fluid_preset_t *a), (a)) \
  FUNCTION(void, fluid_synth_add_sfloader, (fluid_synth_t *a, fluid_sfloader_t *b), (a, b)) \
  FUNCTION(int, fluid_synth_bank_select, (fluid_synth_t *a, int b, int c), (a, b, c)) \
  FUNCTION(int, fluid_synth_cc, (fluid_synth_t *a, int b, int c, int d), (a, b, c, d)) \
  FUNCTION(int, fluid_synth_channel_pressure, (fluid_synth_t *a, int b, int c), (a, b, c)) \
  FUNCTION(int, fluid_synth_get_active_voice_count, (fluid_synth_t *a), (a)) \
  FUNCTION(int, fluid_synth_get_cc, (fluid_synth_t *a, int b, int c, int *d), (a, b, c, d)) \
  FUNCTION(fluid_preset_t*, fluid_synth_get_channel_preset, (fluid_synth_t *a, int b), (a, b)) \
  FUNCTION(int, fluid_synth_get_program, (fluid_synth_t *a, int b, int *c, int *d, int *e), \
           (a, b, c, d, e)) \
  FUNCTION(void, fluid_synth_get_voicelist, (fluid_synth_t *a, fluid_voice_t *b[], int c, int d), \
           (a, b, c, d)) \
  FUNCTION(int, fluid_synth_key_pressure, (fluid_synth_t *a, int b, int c, int d), (a, b, c, d)) \
  FUNCTION(int, fluid_synth_noteoff, (fluid_synth_t *a, int b, int c), (a, b, c)) \
  FUNCTION(int, fluid_synth_noteon, (fluid_synth_t *a, int b, int c, int d), (a, b, c, d)) \
  FUNCTION(int, fluid_synth_pitch_bend, (fluid_synth_t *a, int b, int c), (a, b, c)) \
  FUNCTION(int, fluid_synth_pitch_wheel_sens, (fluid_synth_t *a, int b, int c), (a, b, c)) \
  FUNCTION(int, fluid_synth_program_change, (fluid_synth_t *a, int b, int c), (a, b, c)) \
  FUNCTION(int, fluid_synth_program_select, (fluid_synth_t *a, int b, int c, int d, int e), \
           (a, b, c, d, e)) \
  FUNCTION(int, fluid_synth_set_channel_type, (fluid_synth_t *a, int b, int c), (a, b, c)) \
  FUNCTION(int, fluid_synth_set_gen, (fluid_synth_t *a, int b, int c, float d), (a, b, c, d)) \
  FUNCTION(int, fluid_synth_sfload, (fluid_synth_t *a, const char *b, int c), (a, b, c)) \
  FUNCTION(int, fluid_synth_sysex, (fluid_synth_t *a, const char *b, int c, char *d, int *e, \
           int *f, int g), (a, b, c, d, e, f, g)) \
  FUNCTION(int, fluid_synth_system_reset, (fluid_synth_t *a), (a)) \
  FUNCTION(int, fluid_synth_write_float, (fluid_synth_t *a, int b, void *c, int d, int e, \
           void *f, int g, int h), (a, b, c, d, e, f, g, h)) \
  FUNCTION(float, fluid_voice_gen_get, (fluid_voice_t *a, int b), (a, b)) \
  FUNCTION(int, fluid_voice_get_channel, (const fluid_voice_t *a), (a)) \
  FUNCTION(unsigned int, fluid_voice_get_id, (const fluid_voice_t *a), (a)) \
  FUNCTION(int, fluid_voice_get_key, (const fluid_voice_t *a), (a)) \
  FUNCTION(int, fluid_voice_get_velocity, (const fluid_voice_t *a), (a)) \
  FUNCTION(int, fluid_voice_is_on, (const fluid_voice_t *a), (a)) \
  FUNCTION(int, fluid_voice_is_sostenuto, (const fluid_voice_t *a), (a)) \
  FUNCTION(int, fluid_voice_is_sustained, (const fluid_voice_t *a), (a)) \
  FUNCTION(fluid_sfloader_t*, new_fluid_defsfloader, (fluid_settings_t *a), (a)) \
  FUNCTION(int, fluid_sfloader_set_callbacks, \
           (fluid_sfloader_t *a, fluid_sfloader_callback_open_t b, fluid_sfloader_callback_read_t c, \
            fluid_sfloader_callback_seek_t d, fluid_sfloader_callback_tell_t e, \
            fluid_sfloader_callback_close_t f), (a, b, c, d, e, f)) \
  FUNCTION(fluid_player_t*, new_fluid_player, (fluid_synth_t *a), (a)) \
  FUNCTION(void, delete_fluid_player, (fluid_player_t *a), (a)) \
  FUNCTION(int, fluid_player_add_mem, (fluid_player_t *a, const void *b, size_t c), (a, b, c)) \
  FUNCTION(int, fluid_player_play, (fluid_player_t *a), (a)) \
  FUNCTION(int, fluid_player_set_tick_callback, (fluid_player_t *a, handle_midi_tick_func_t b, \
           void *c), (a, b, c)) \
  FUNCTION(fluid_audio_driver_t*, new_fluid_audio_driver, (fluid_settings_t *a, \
           fluid_synth_t *b), (a, b)) \
  FUNCTION(void, delete_fluid_audio_driver, (fluid_audio_driver_t *a), (a))

#define FUNCTION(result, name, parameters, arguments) static __typeof__(&name) found_##name;
FUNCTIONS
#undef FUNCTION

#define FUNCTION(result, name, parameters, arguments) \
  result name parameters { return found_##name arguments; }
FUNCTIONS
#undef FUNCTION

static void *library;

const char *cfluidsynth_load(void) {
  // The number is the binary interface version of FluidSynth 2.
  library = dlopen("libfluidsynth.so.3", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
#define FUNCTION(result, name, parameters, arguments) \
  found_##name = (__typeof__(&name))dlsym(library, #name); \
  if (found_##name == NULL) return dlerror();
  FUNCTIONS
#undef FUNCTION
  return NULL;
}

const void *cfluidsynth_address(void) { return (const void *)found_new_fluid_synth; }

typedef void (*alsa_handler)(const char *, int, const char *, int, const char *, va_list);
typedef alsa_handler (*alsa_handler_setter)(alsa_handler);

static void say_nothing(const char *file, int line, const char *function, int error, const char *format,
                        va_list arguments) {
  (void)file, (void)line, (void)function, (void)error, (void)format, (void)arguments;
}

fluid_audio_driver_t *cfluidsynth_open_driver(fluid_settings_t *settings, fluid_synth_t *synth) {
  // If FluidSynth was built with ALSA, ALSA's library has been loaded with it.
  alsa_handler_setter set_handler = (alsa_handler_setter)dlsym(library, "snd_lib_error_set_local");
  alsa_handler before = set_handler == NULL ? NULL : set_handler(say_nothing);
  fluid_audio_driver_t *driver = new_fluid_audio_driver(settings, synth);
  if (set_handler != NULL) set_handler(before);
  return driver;
}
