/* Passes all events on: the smallest program for `midirec soak`. */
#include <alsa/asoundlib.h>

int main(void) {
  snd_seq_t *sequencer;
  if (snd_seq_open(&sequencer, "default", SND_SEQ_OPEN_DUPLEX, 0) < 0) return 1;
  snd_seq_set_client_name(sequencer, "thru");
  int port = snd_seq_create_simple_port(
      sequencer, "thru",
      SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE | SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ,
      SND_SEQ_PORT_TYPE_APPLICATION);
  for (;;) {
    snd_seq_event_t *event;
    if (snd_seq_event_input(sequencer, &event) < 0) continue;
    snd_seq_ev_set_source(event, port);
    snd_seq_ev_set_subs(event);
    snd_seq_ev_set_direct(event);
    snd_seq_event_output_direct(sequencer, event);
  }
}
