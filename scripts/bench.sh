#!/usr/bin/env bash
# How fast the simulator is: per case warp instructions, memory transactions and cycles per second, and peak memory.
# Best of several runs; those with one thread are pinned to one core. A benchmark, not a test: it fails only when a run fails.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage() {
    cat <<EOF
usage: scripts/bench.sh [--runs N] [--core N] [--threads LIST] [--callgrind] [--json FILE] [--gpu EXECUTABLE] [CASE...]
  --runs N        runs per case, the fastest counts (default 3)
  --core N        the core to run on (default: the last one)
  --threads LIST  numbers of host threads, such as 1,2 (default 1): the figures are those of the first, and each other
                  one gets a column with its seconds and how many times as fast it is
  --callgrind     also count host instructions per warp instruction with valgrind, over the first cycles (slow)
  --json FILE     where the figures go (default build/bench/bench.json)
  --gpu FILE      the executable to measure (default: build/bin/gpu, built first)
Cases (default: all)
  directed stimuli   vector_add divergent_walk gemm256 compute
  PTX                ptx_gemm256
  traces, qv100      trace_vector_add trace_row_walk trace_gemm_naive trace_gemm_tiled trace_fma
  platform warppool  SYSTEM.STIMULUS with baseline or warppool, and vector_add, divergent_walk, gemm256, syrk or spmv
  platform packet_coalescing (a mesh)  SYSTEM.STIMULUS with FR-FCFS or FR+dynamic, and the same stimuli
  platform dcl1 (80 SMs)  private.STIMULUS or Sh40+C10+Boost.STIMULUS, and the same stimuli or gemm, the library's
Traces are decoded by a second thread, so their runs are not pinned to the one core.
EOF
}

all_cases=(vector_add divergent_walk gemm256 compute ptx_gemm256
    trace_vector_add trace_row_walk trace_gemm_naive trace_gemm_tiled trace_fma
    {baseline,warppool}.{vector_add,divergent_walk,gemm256,syrk,spmv}
    {FR-FCFS,FR+dynamic}.{vector_add,gemm256}
    {private,Sh40+C10+Boost}.gemm)

runs=3 core=$(($(nproc) - 1)) threads=1 callgrind=no json=build/bench/bench.json gpu="" cases=()
while [ $# -gt 0 ]; do
    case $1 in
        --runs) runs=${2:?--runs needs a number}; shift ;;
        --core) core=${2:?--core needs a number}; shift ;;
        --threads) threads=${2:?--threads needs a list such as 1,2}; shift ;;
        --json) json=${2:?--json needs a file}; shift ;;
        --gpu) gpu=${2:?--gpu needs a file}; shift ;;
        --callgrind) callgrind=yes ;;
        --help) usage; exit 0 ;;
        -*) usage >&2; die "unknown option $1" ;;
        *) cases+=("$1") ;;
    esac
    shift
done
[ ${#cases[@]} -gt 0 ] || cases=("${all_cases[@]}")

# stimulus_of CASE; refuses a case that no platform has, whose stimulus would run on the baseline GPU.
stimulus_of() {
    case $1 in
        baseline.* | warppool.* | FR-FCFS.* | FR+dynamic.* | private.* | Sh40+C10+Boost.*) ;;
        *.*) die "no platform has a system '${1%%.*}'; there are ${all_cases[*]}" ;;
    esac
    case ${1#*.} in
        vector_add | gemm256 | compute) echo "stimuli/micro/${1#*.}.stim" ;;
        divergent_walk) echo stimuli/micro/divergent_column_walk.stim ;;
        gemm) echo stimuli/polybench/gemm/paper_15sm.stim ;;
        ptx_gemm256) echo stimuli/polybench/gemm/gemm256.stim ;;
        syrk) echo stimuli/polybench/syrk/small.stim ;;
        spmv) echo stimuli/parboil/spmv/small.stim ;;
        trace_*) echo "build/bench/$1/kernelslist.g" ;;
        *) die "no case is called $1; there are ${all_cases[*]}" ;;
    esac
}

# The kernels and sizes Accel-Sim was measured with.
make_trace() {
    local size=()
    case $1 in
        trace_vector_add) size=(--size 1048576) ;;
        trace_row_walk) size=(--size 1024) ;;
        trace_gemm_*) size=(--size 256) ;;
    esac
    [ -e "$(stimulus_of "$1")" ] ||
        "$(dirname "$gpu")/trace_gen" --kernel "${1#trace_}" "${size[@]}" --out "build/bench/$1" >/dev/null
}

# Callgrind makes a run fifty times slower, so it sees the first cycles only; that such a run ends early is no failure.
# Counted is what the clock domains do, without start-up and filling of memory.
callgrind_cycles=5000
count_host_instructions() {
    local name=$1 stimulus=$2
    shift 2
    valgrind --tool=callgrind --callgrind-out-file="build/bench/$name.callgrind" \
        --toggle-collect='heddle::ClockDomain::run()' "$executable" --stimulus "$stimulus" "$@" --max-cycles $callgrind_cycles \
        --stats "build/bench/$name.callgrind.json" --quiet 2>"build/bench/$name.callgrind.log" || true
    [ -s "build/bench/$name.callgrind.json" ] || die "$name failed under callgrind; see build/bench/$name.callgrind.log"
}

cd "$heddle_root"
for name in "${cases[@]}"; do stimulus_of "$name" >/dev/null; done  # a typo is told before anything is built
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
    stimulus=$(stimulus_of "$name")
    pin=(taskset -c "$core") options=()
    executable=$gpu
    case $name in
        trace_*)
            make_trace "$name"
            pin=() options=(--config platforms/presets/qv100.ini)
            ;;
        baseline.* | warppool.*)
            executable=$(dirname "$gpu")/warppool
            options=(--system "${name%%.*}")
            ;;
        FR-FCFS.* | FR+dynamic.*)
            executable=$(dirname "$gpu")/packet_coalescing
            options=(--system "${name%%.*}")
            ;;
        private.* | Sh40+C10+Boost.*)
            executable=$(dirname "$gpu")/dcl1
            system=${name%%.*}
            options=(--system "${system/private/baseline}")
            ;;
    esac
    for run in $(seq "$runs"); do
        for count in ${threads//,/ }; do
            own_core=("${pin[@]}")
            [ "$count" = 1 ] || own_core=()
            "${own_core[@]}" "$executable" --stimulus "$stimulus" "${options[@]}" --threads "$count" \
                --stats "build/bench/$name.threads_$count.run_$run.json" --quiet || die "$name failed"
        done
    done
    if [ $callgrind = yes ]; then count_host_instructions "$name" "$stimulus" "${options[@]}"; fi
done

/usr/bin/python3 scripts/bench_report.py build/bench "$json" "$threads" "${cases[@]}"
