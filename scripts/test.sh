#!/usr/bin/env bash
# Builds and runs all tests, then all of them again with sanitizers (random tests shortened there: HEDDLE_TEST_SCALE).
# --fast leaves the sanitizers out; --unity compiles several files at once, which is quicker from nothing (HEDDLE_UNITY).
set -euo pipefail
. "$(dirname "$0")/lib.sh"

sanitizers=yes unity=OFF
for argument in "$@"; do
    case $argument in
        --fast) sanitizers=no ;;
        --unity) unity=ON ;;
        *) die "unknown argument $argument; usage: scripts/test.sh [--fast] [--unity]" ;;
    esac
done

run_tests() {
    say "Testing ($1)"
    (cd "$heddle_root" && ctest --preset "$1" -j "$(nproc)" --no-tests=error) || die "tests failed ($1)"
}

install_missing
build_preset release -DHEDDLE_TESTS=ON -DHEDDLE_WERROR=ON -DHEDDLE_UNITY=$unity
run_tests release
if [ $sanitizers = yes ]; then
    build_preset asan -DHEDDLE_UNITY=$unity
    run_tests asan
    run_tests asan-leaks
fi
say "All tests passed"
