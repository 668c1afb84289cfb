#!/bin/sh
# Leads MIDI through a PipeWire graph: from midirec's port "Keyboard" to its port "Recorder" and to pw-mididump.
#
# On a simulated machine computing takes no time, so that a short sleep is always long enough. midirec plays half a
# second after the bridge has connected its ports.
set -eu
pipewire -c "$MIDIREC_SESSION/bridge.conf" &
server=$!
sleep 0.1
pw-mididump &
dump=$!
sleep 0.1
keyboard=$(pw-link --output | grep Keyboard)
recorder=$(pw-link --input | grep Recorder)
pw-link "$keyboard" "$recorder"
pw-link "$keyboard" midi-dump:input
cat >/dev/null
for process in "$dump" "$server"; do
  kill -INT "$process"
  wait "$process"
done
