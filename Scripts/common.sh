# shellcheck shell=bash disable=SC2034
# Goes to the project's folder, and names the packages and the folders of the scripts, which
# source this file.
set -euo pipefail
scripts=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
cd "$scripts/.."

cache=${HOME-}/.cache
[[ ${XDG_CACHE_HOME-} != /* ]] || cache=$XDG_CACHE_HOME
cache+=/midirec
kernel=$cache/kernel-3
# MIDI files of other projects, which need not exist.
corpus=${MIDIREC_CORPUS:-../shared/corpus}

# fail STATUS TEXT...: prints why the script ends, and ends it.
fail() {
  echo "${0##*/}: ${*:2}" >&2
  exit "$1"
}

# The groups of Scripts/setup, with their Debian packages.
# alsa-midi comes as source.
python_for_tests="gcc libasound2-dev libc6-dev python3-dev python3-venv"
declare -A packages=(
  # `swift build`, and midirec's default SoundFont
  [build]="libasound2-dev libfluidsynth-dev libglib2.0-dev libkissfft-dev libpcre2-dev libsmf-dev
    libsndfile1-dev libsqlite3-dev libssl-dev pkg-config timgm6mb-soundfont"
  # the kernel of simulated machines; the packages are needed only until it is built
  [kernel]="bc bison flex gcc libc6-dev linux-source-6.12 make patch xz-utils"
  # tests: ALSA tools, tmux (terminals), strace (failing writes), e2fsprogs (disks), curl and xz
  # (archives of the Action)
  [peers]="alsa-utils curl e2fsprogs flac fluidsynth make nodejs strace tmux xz-utils $python_for_tests"
  # the programs under test of Recordings/programs
  [programs]="a2jmidid abcmidi alsa-utils fluidsynth jack-tools jackd1 jalv midicsv midish mma pipewire
    pipewire-bin qmidiarp timgm6mb-soundfont vmpk x42-plugins xvfb $python_for_tests"
  [browser]="chromium chromium-driver fonts-dejavu-core python3-venv" # tests of reports
  [firefox]="firefox-esr"                                             # Scripts/test --full
  [follow]="python3-venv"                                             # Scripts/bench follow
  [lint]="python3-venv shellcheck"                                    # Scripts/lint
  # Scripts/bench soak: midish, and what builds mididings
  [soak]="g++ libasound2-dev libboost-python-dev libboost-thread-dev libc6-dev libjack-dev midish pkg-config python3-dev python3-venv"
  [install]="binutils gzip python3"                                   # Scripts/install
  [packaging]="curl debootstrap dpkg-dev lintian xz-utils"            # Scripts/package and check-package
  [containers]="podman runc"                                          # Scripts/check-package
  [picture]="fonts-dejavu-core python3-venv"                          # Scripts/record-demo
  [sanitize]="busybox-static cpio dpkg kmod qemu-system-x86"          # Scripts/sanitize
)
# The groups with a Python: its folder in the cache, and its packages.
declare -A pythons=(
  [peers]="peers-5 mido==1.3.3 mir_eval==0.8.2 symusic==0.6.0 junitparser==5.0.3 alsa-midi==1.0.4 pytest==9.0.2"
  [browser]="browser-1 selenium==4.50.0"
  [follow]="follow-1 mido==1.3.3 parangonar==3.4 tqdm==4.68.3"
  [lint]="lint-1 check-jsonschema==0.39.0 oxlint==1.89.0 ruff==0.17.6 zizmor==1.32.0"
  [soak]="soak-1 mididings==20260601"
  [picture]="picture-2 pillow==13.0.0 pyte==0.8.2"
)
pythons[programs]=${pythons[peers]}

# bin GROUP: prints the folder of the programs of a group's Python.
bin() {
  echo "$cache/${pythons[$1]%% *}/bin"
}
