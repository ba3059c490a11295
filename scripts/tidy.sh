#!/usr/bin/env bash
# Style and common mistakes: clang-format over every C++ file, clang-tidy (.clang-tidy) over those that changed.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage() {
    cat <<EOF
usage: scripts/tidy.sh [--all] [--fix]
  --all   clang-tidy over every C++ file (an hour of processor time), not only over what changed
  --fix   let clang-format rewrite what is not in the style, instead of saying so
Changed is what is not committed and, on a branch, what its commits touched since they left main: at most $most_files files,
the newest changes first. Where that makes fewer than $fewest_files, as on main itself, files of the last commits join them.
EOF
}

# clang-tidy takes about eight seconds of processor time per file: two minutes on two cores.
fewest_files=8 most_files=20
database=build/tidy
all=no fix=no
for argument in "$@"; do
    case $argument in
        --all) all=yes ;;
        --fix) fix=yes ;;
        --help) usage; exit 0 ;;
        *) usage >&2; die "unknown argument $argument" ;;
    esac
done

cpp_files() {
    git ls-files --cached --others --exclude-standard -- '*.h' '*.cpp' | while read -r file; do
        if [ -e "$file" ]; then echo "$file"; fi
    done
}

check_format() {
    say "clang-format"
    if [ $fix = yes ]; then
        cpp_files | xargs -d '\n' clang-format -i
    else
        cpp_files | xargs -d '\n' clang-format --dry-run -Werror || die "not in the style; scripts/tidy.sh --fix rewrites it"
    fi
}

# The commit in which this branch left main; HEAD if this is main, or if there is no main here.
branch_point() { git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main 2>/dev/null || git rev-parse HEAD; }

# touched_by REVISIONS: the files of at most fifty commits, the newest first.
touched_by() {
    local commit
    for commit in $(git rev-list --no-merges -n 50 "$@"); do
        git diff-tree --root --no-commit-id --name-only -r "$commit"
    done
}

# Only what the build compiles, and headers but those for CUDA.
can_be_checked() {
    case $1 in
        tests/silicon/* | cuda.h | */cuda.h) false ;;
        *.h) [ -e "$1" ] && ! grep -q __device__ "$1" ;;
        *.cpp) [ -e "$1" ] && grep -qF "\"file\": \"$heddle_root/$1\"" $database/compile_commands.json ;;
        *) false ;;
    esac
}

# take LIMIT: adds the files named on standard input to `files`, until there are LIMIT, and counts the rest.
declare -A seen=()
files=() left_out=0
take() {
    local file
    while read -r file; do
        if [ -n "${seen[$file]:-}" ] || ! can_be_checked "$file"; then continue; fi
        seen[$file]=yes
        if [ ${#files[@]} -lt "$1" ]; then files+=("$file"); else left_out=$((left_out + 1)); fi
    done
}

choose_files() {
    local point
    if [ $all = yes ]; then
        take 100000 < <(cpp_files)
        return
    fi
    point=$(branch_point)
    take $most_files < <(git diff --name-only HEAD; git ls-files --others --exclude-standard; touched_by "$point..HEAD")
    if [ $left_out -gt 0 ]; then say "$left_out more files have changed than are checked here; --all checks every file"; fi
    if [ ${#files[@]} -lt $fewest_files ]; then take $fewest_files < <(touched_by "$point"); fi
    [ ${#files[@]} -gt 0 ] || die "found no C++ file to check"
}

check_code() {
    # A build folder of its own, where tests are on and nothing needs gcc's precompiled headers. Nothing is built in it.
    cmake -S . -B $database -DHEDDLE_TESTS=ON -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null || die "cmake failed"
    choose_files
    say "clang-tidy: ${#files[@]} files"
    printf '  %s\n' "${files[@]}"
    printf '%s\n' "${files[@]}" | xargs -d '\n' -n 1 -P "$(nproc)" clang-tidy -p $database --quiet \
        2> >(grep -v " warnings\? generated" >&2) ||
        die "clang-tidy has found something; .clang-tidy says what it looks for"
}

cd "$heddle_root"
git rev-parse --git-dir >/dev/null 2>&1 || die "scripts/tidy.sh asks git which files there are; this is no git checkout"
install_missing
command -v clang-format >/dev/null || install_packages clang-format
command -v clang-tidy >/dev/null || install_packages clang-tidy
check_format
check_code
say "Tidy"
