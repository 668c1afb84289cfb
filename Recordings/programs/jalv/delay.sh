#!/bin/sh
# Runs an LV2 plug-in in jalv between two ALSA ports of midirec's.
#
# On a simulated machine computing takes no time, so that a short sleep is always long enough. The bridge starts last,
# because midirec plays half a second after its ports are connected to it.
set -eu
jackd --no-realtime --no-mlock -d dummy --rate 48000 --period 256 &
server=$!
sleep 0.1
mkfifo commands
jalv -n Delay -c bpmsrc=0 -c delayBPM=120 -c delayBeats=0.5 -c taps=3 \
  http://gareus.org/oss/lv2/midifilter#ntapdelay <commands &
host=$!
exec 3>commands
sleep 0.1
a2jmidid -e &
bridge=$!
sleep 0.1
jack-plumbing -d -o "$MIDIREC_SESSION/connections"
cat >/dev/null
for process in "$host" "$bridge" "$server"; do
  kill -INT "$process"
  wait "$process"
done
