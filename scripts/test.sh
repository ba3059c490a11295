#!/usr/bin/env bash
# Builds and runs all tests, then those again with sanitizers that touch memory (CMakePresets.json; random tests shortened there:
# HEDDLE_TEST_SCALE), and a few machines with four host threads under ThreadSanitizer.
# --fast leaves the sanitizers out; --unity compiles several files at once, which is quicker from nothing (HEDDLE_UNITY);
# --tsan is the part with ThreadSanitizer alone.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage() {
    cat <<EOF
usage: scripts/test.sh [--fast] [--unity] [--tsan]
Builds and runs all tests, then those that touch memory again with AddressSanitizer and UBSan, and some machines under
ThreadSanitizer.
  --fast    without sanitizers
  --unity   compile several files at once, which is quicker from nothing
  --tsan    only the part with ThreadSanitizer
EOF
}

sanitizers=yes unity=OFF part=all
for argument in "$@"; do
    case $argument in
        --fast) sanitizers=no ;;
        --unity) unity=ON ;;
        --tsan | --tsan-here) part=${argument#--} ;;
        --help) usage; exit 0 ;;
        *) die "unknown argument $argument; usage: scripts/test.sh [--fast] [--unity] [--tsan]" ;;
    esac
done

run_tests() {
    say "Testing ($1)"
    (cd "$heddle_root" && ctest --preset "$1" -j "$(nproc)" --no-tests=error) || die "tests failed ($1)"
}

# ThreadSanitizer ends with "unexpected memory mapping" where a kernel spreads addresses wider than it knows. A build runs
# test executables, too, to list their cases. So all of it is done by another call of this script, without that spreading
# where it can be turned off.
thread_sanitizer() {
    local fixed_addresses=()
    if setarch -R true 2>/dev/null; then fixed_addresses=(setarch -R); fi
    HEDDLE_UNITY=$unity "${fixed_addresses[@]}" "$heddle_root/scripts/test.sh" --tsan-here
}

case $part in
    tsan) install_missing; thread_sanitizer; exit ;;
    tsan-here) build_preset tsan -DHEDDLE_UNITY="$HEDDLE_UNITY"; run_tests tsan; exit ;;
esac
install_missing
build_preset release -DHEDDLE_TESTS=ON -DHEDDLE_WERROR=ON -DHEDDLE_UNITY=$unity
run_tests release
if [ $sanitizers = yes ]; then
    build_preset asan -DHEDDLE_UNITY=$unity
    run_tests asan
    run_tests asan-leaks
    thread_sanitizer
fi
say "All tests passed"
