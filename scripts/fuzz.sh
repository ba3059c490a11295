#!/usr/bin/env bash
# Feeds the parsers with arbitrary text: scripts/fuzz.sh [seconds] [ptx|stim|trace|packed|config]. Default: 600 seconds of ptx.
# Needs clang with libFuzzer. What it finds new goes to build-fuzz/corpus, a crash to build-fuzz/crashes; to look at one:
# build-fuzz/bin/fuzz_ptx build-fuzz/crashes/crash-...
set -euo pipefail
. "$(dirname "$0")/lib.sh"

if [ "${1-}" = --help ]; then
    cat <<EOF
usage: scripts/fuzz.sh [seconds] [ptx|stim|trace|packed|config]
Feeds a parser with arbitrary text, by default that of PTX for 600 seconds. Needs clang with libFuzzer, which is installed
where it is missing. What it finds new goes to build-fuzz/corpus, a crash to build-fuzz/crashes.
EOF
    exit 0
fi
seconds=${1:-600}
target=${2:-ptx}
[[ $seconds =~ ^[0-9]+$ && $# -le 2 ]] || die "usage: scripts/fuzz.sh [seconds] [ptx|stim|trace|packed|config]"
ending=$target
case $target in
    ptx) seeds=("$heddle_root"/tests/ptx/data "$heddle_root"/stimuli) ;;
    stim) seeds=("$heddle_root"/stimuli) ;;
    trace) seeds=() ending=traceg ;;
    packed) seeds=() ending=htrace ;;
    config) seeds=("$heddle_root"/platforms/presets) ending=ini ;;
    *) die "unknown target $target; there are ptx, stim, trace, packed and config" ;;
esac

# libFuzzer comes with clang's runtime: it is there if an empty target links.
has_libfuzzer() {
    command -v clang++ >/dev/null &&
        echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' |
        clang++ -x c++ -fsanitize=fuzzer,address,undefined - -o /dev/null 2>/dev/null
}

install_missing
if ! has_libfuzzer; then install_packages clang libclang-rt-14-dev; fi
has_libfuzzer || die "clang++ cannot link -fsanitize=fuzzer; on Debian 12 it comes with libclang-rt-14-dev"

build=$heddle_root/build-fuzz
say "Building fuzz_$target"
cmake -S "$heddle_root" -B "$build" -DHEDDLE_FUZZ=ON -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_CXX_FLAGS="-O1 -g1 -Wno-unknown-pragmas -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all" >/dev/null
cmake --build "$build" --target "fuzz_$target" -j "$(build_jobs)" -- --no-print-directory

rm -rf "$build/seeds/$target"
mkdir -p "$build/corpus/$target" "$build/crashes" "$build/seeds/$target"
find "$heddle_root/tests/fuzz/corpus/$target" "${seeds[@]}" -name "*.$ending" -size -40k \
    -exec cp --backup=numbered {} "$build/seeds/$target" \;
say "Fuzzing $target for $seconds seconds"
"$build/bin/fuzz_$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1 \
    -dict="$heddle_root/tests/fuzz/$target.dict" \
    -artifact_prefix="$build/crashes/" "$build/corpus/$target" "$build/seeds/$target" ||
    die "the input that did it is in build-fuzz/crashes"
