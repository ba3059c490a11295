#!/usr/bin/env bash
# Builds and runs all tests, then all of them again with sanitizers (random tests shortened there: HEDDLE_TEST_SCALE).
# --fast leaves the sanitizers out.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

sanitizers=yes
for argument in "$@"; do
    case $argument in
        --fast) sanitizers=no ;;
        *) die "unknown argument $argument; usage: scripts/test.sh [--fast]" ;;
    esac
done

run_tests() {
    say "Testing ($1)"
    (cd "$heddle_root" && ctest --preset "$1" -j "$(nproc)" --no-tests=error) || die "tests failed ($1)"
}

install_missing
build_preset release -DHEDDLE_TESTS=ON -DHEDDLE_WERROR=ON
run_tests release
if [ $sanitizers = yes ]; then
    build_preset asan
    run_tests asan
    run_tests asan-leaks
fi
say "All tests passed"
