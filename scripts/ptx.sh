#!/usr/bin/env bash
# Makes the PTX of the kernels in stimuli/ from their CUDA C++, without a CUDA toolkit. The committed PTX is what runs.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage() {
    cat <<EOF
usage: scripts/ptx.sh [--check] [NAME...]
  --check   change nothing; say which PTX files differ from what would be made, and exit with 1 if any does
  NAME      a kernel, a suite, suite/kernel or a .cu file; default: every .cu file below stimuli/
EOF
}

check=no names=()
for argument in "$@"; do
    case $argument in
        --check) check=yes ;;
        --help) usage; exit 0 ;;
        -*) usage >&2; die "unknown option $argument" ;;
        *) names+=("$argument") ;;
    esac
done

# The compiler's version is part of the result: another one orders and chooses instructions differently.
compiler=clang++-14
command -v $compiler >/dev/null || install_packages clang-14

# compile SOURCE OUTPUT. Run beside the source, so that no path of this machine can get into the output.
compile() {
    (cd "$(dirname "$1")" && $compiler -x cuda --cuda-path=/nonexistent --cuda-device-only --cuda-gpu-arch=sm_70 \
        -Xclang -target-feature -Xclang +ptx64 -nocudainc -nocudalib -O2 -fno-unroll-loops -ffp-contract=fast \
        -S "$(basename "$1")" -o "$2") || die "$1 does not compile"
    if grep -qF "$heddle_root" "$2"; then die "the PTX of $1 names a path of this machine"; fi
}

# Sources of a NAME, relative to stimuli/, one per line.
sources_of() {
    local name=${1#stimuli/}
    name=${name%/}
    find . -name '*.cu' -printf '%P\n' | sort | while read -r source; do
        case $source in
            "$name" | "$name"/* | */"$name" | */"$name"/* | */"$name.cu") echo "$source" ;;
        esac
    done
}

cd "$heddle_root/stimuli"
sources=()
if [ ${#names[@]} = 0 ]; then
    mapfile -t sources < <(find . -name '*.cu' -printf '%P\n' | sort)
else
    for name in "${names[@]}"; do
        mapfile -t found < <(sources_of "$name")
        [ ${#found[@]} -gt 0 ] || die "no .cu file below stimuli/ belongs to '$name'"
        sources+=("${found[@]}")
    done
fi

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
differing=0
for source in "${sources[@]}"; do
    output=${source%.cu}.ptx
    compile "$source" "$made/kernel.ptx"
    if cmp -s "$made/kernel.ptx" "$output"; then continue; fi
    differing=$((differing + 1))
    if [ $check = yes ]; then
        if [ -e "$output" ]; then echo "stimuli/$output differs"; else echo "stimuli/$output is missing"; fi
    else
        cp "$made/kernel.ptx" "$output"
        echo "stimuli/$output"
    fi
done

if [ $check = no ]; then
    echo "${#sources[@]} compiled, $differing changed"
elif [ $differing -gt 0 ]; then
    die "$differing of ${#sources[@]} PTX files are not what their source gives; scripts/ptx.sh makes them anew"
else
    echo "${#sources[@]} PTX files are what their sources give"
fi
