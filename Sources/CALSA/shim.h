#pragma once
#include <alsa/asoundlib.h>
#include <asm/ioctl.h>
#include <poll.h>
#include <signal.h>
#include <time.h>

// The kernel's struct snd_seq_client_pool. Its header <sound/asequencer.h> can't be included beside alsa-lib's, which
// declares types of the same names.
struct midirec_client_pool {
  int client;
  int output_pool, input_pool;
  int output_room;
  int output_free, input_free;
  char reserved[64];
};

// Of <sys/ioctl.h>, which would take types of Glibc's module into this one.
extern int ioctl(int descriptor, unsigned long request, ...);

// SNDRV_SEQ_IOCTL_GET_CLIENT_POOL takes any client's number; alsa-lib's snd_seq_get_client_pool asks for the caller's
// own only. Swift's importer knows neither ioctl, which is variadic, nor _IOWR.
static inline int midirec_get_client_pool(int descriptor, struct midirec_client_pool *pool) {
  return ioctl(descriptor, _IOWR('S', 0x4b, struct midirec_client_pool), pool);
}
