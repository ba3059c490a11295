#!/usr/bin/env bash
# Sets everything up, builds, and runs the baseline GPU on a vector add over a million elements.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

if [ "${1-}" = --help ]; then
    cat <<EOF
usage: scripts/demo.sh
Installs what is missing, builds, and runs the baseline GPU on a vector add over a million elements. Statistics and a
waveform are left in build/demo.
EOF
    exit 0
fi
[ $# = 0 ] || die "unexpected argument $1; usage: scripts/demo.sh"
install_missing
build_preset release -DHEDDLE_TESTS=OFF  # the tests take most of the time; test.sh builds them
cd "$heddle_root"
mkdir -p build/demo

# The waveform covers a window: the whole run of 60 SMs would be gigabytes.
run=(build/bin/gpu --stimulus stimuli/micro/vector_add.stim --stats build/demo/stats.json
    --vcd build/demo/vector_add.vcd --vcd-window 0:3000)
say "Running the baseline GPU: ${run[*]}"
"${run[@]}"

say "Done"
cat <<EOF
Statistics: build/demo/stats.json
Waveform:   build/demo/vector_add.vcd, the first 3000 core cycles. To look at it:
            apt-get install gtkwave && gtkwave build/demo/vector_add.vcd
Next:       build/bin/gpu --help, stimuli/README.md to write a stimulus of your own, ./scripts/test.sh to run the tests
EOF
