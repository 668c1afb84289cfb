#!/bin/sh
# Runs vmpk on a virtual screen, whose image is the file screen/Xvfb_screen0.
set -eu
mkdir screen
mkfifo number
Xvfb -displayfd 3 -screen 0 990x200x24 -fbdir screen -nolisten tcp 3>number &
read -r number <number
# Settings that are named by -f come too late for the ports.
settings=$HOME/.config/vmpk.sourceforge.net
mkdir -p "$settings"
cp "$MIDIREC_SESSION/vmpk.conf" "$settings/VMPK.conf"
DISPLAY=:$number exec vmpk
