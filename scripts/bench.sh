#!/usr/bin/env bash
# How fast the simulator is: per case warp instructions, memory transactions and cycles per second, and peak memory.
# Best of several runs, pinned to one core. A benchmark, not a test: it fails only when a run fails.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage() {
    cat <<EOF
usage: scripts/bench.sh [--runs N] [--core N] [--callgrind] [--json FILE] [--gpu EXECUTABLE] [CASE...]
  --runs N        runs per case, the fastest counts (default 3)
  --core N        the core to run on (default: the last one)
  --callgrind     also count host instructions per warp instruction with valgrind, over the first cycles (slow)
  --json FILE     where the figures go (default build/bench/bench.json)
  --gpu FILE      the executable to measure (default: build/bin/gpu, built first)
Cases: vector_add divergent_walk gemm256 compute (default: all)
EOF
}

runs=3 core=$(($(nproc) - 1)) callgrind=no json=build/bench/bench.json gpu="" cases=()
while [ $# -gt 0 ]; do
    case $1 in
        --runs) runs=${2:?--runs needs a number}; shift ;;
        --core) core=${2:?--core needs a number}; shift ;;
        --json) json=${2:?--json needs a file}; shift ;;
        --gpu) gpu=${2:?--gpu needs a file}; shift ;;
        --callgrind) callgrind=yes ;;
        --help) usage; exit 0 ;;
        -*) usage >&2; die "unknown option $1" ;;
        *) cases+=("$1") ;;
    esac
    shift
done
[ ${#cases[@]} -gt 0 ] || cases=(vector_add divergent_walk gemm256 compute)

stimulus_of() {
    case $1 in
        vector_add) echo vector_add ;;
        divergent_walk) echo divergent_column_walk ;;
        gemm256) echo gemm256 ;;
        compute) echo compute ;;
        *) die "no case is called $1; there are vector_add divergent_walk gemm256 compute" ;;
    esac
}

# Callgrind makes a run fifty times slower, so it sees the first cycles only; that such a run ends early is no failure.
# Counted is what the clock domains do, without start-up and filling of memory.
callgrind_cycles=5000
count_host_instructions() {
    local name=$1 stimulus=$2
    valgrind --tool=callgrind --callgrind-out-file="build/bench/$name.callgrind" \
        --toggle-collect='heddle::ClockDomain::run()' "$gpu" --stimulus "$stimulus" --max-cycles $callgrind_cycles \
        --stats "build/bench/$name.callgrind.json" --quiet 2>"build/bench/$name.callgrind.log" || true
    [ -s "build/bench/$name.callgrind.json" ] || die "$name failed under callgrind; see build/bench/$name.callgrind.log"
}

cd "$heddle_root"
if [ -z "$gpu" ]; then
    install_missing
    build_preset release -DHEDDLE_TESTS=OFF
    gpu=build/bin/gpu
fi
[ -x "$gpu" ] || die "$gpu is not there"
if [ $callgrind = yes ]; then command -v valgrind >/dev/null || die "--callgrind needs valgrind: apt-get install valgrind"; fi
mkdir -p build/bench "$(dirname "$json")"
rm -f build/bench/*.run_*.json build/bench/*.callgrind*

for name in "${cases[@]}"; do
    stimulus=stimuli/micro/$(stimulus_of "$name").stim
    for run in $(seq "$runs"); do
        taskset -c "$core" "$gpu" --stimulus "$stimulus" --stats "build/bench/$name.run_$run.json" --quiet ||
            die "$name failed"
    done
    if [ $callgrind = yes ]; then count_host_instructions "$name" "$stimulus"; fi
done

/usr/bin/python3 scripts/bench_report.py build/bench "$json" "${cases[@]}"
