#pragma once
#include <alsa/asoundlib.h>
#include <asm/ioctl.h>
#include <poll.h>
#include <signal.h>
#include <time.h>

// The kernel's struct snd_seq_client_pool. The kernel's header <sound/asequencer.h> and alsa-lib's header can't both be
// included, because they declare types of the same names.
struct midirec_client_pool {
  int client;
  int output_pool, input_pool;
  int output_room;
  int output_free, input_free;
  char reserved[64];
};

// From <sys/ioctl.h>, which would import types of the Glibc module into this one.
extern int ioctl(int descriptor, unsigned long request, ...);

// SNDRV_SEQ_IOCTL_GET_CLIENT_POOL accepts any client's number, but alsa-lib's snd_seq_get_client_pool only queries the
// caller's. Swift can import neither ioctl, which is variadic, nor _IOWR.
static inline int midirec_get_client_pool(int descriptor, struct midirec_client_pool *pool) {
  return ioctl(descriptor, _IOWR('S', 0x4b, struct midirec_client_pool), pool);
}
