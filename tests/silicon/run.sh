#!/usr/bin/env bash
# Cross-check of the kernel library on a real GPU; README.md beside it says how to run it.
set -euo pipefail

usage() {
    cat <<EOF
usage: tests/silicon/run.sh heddle HEDDLE_GPU FOLDER   inputs (*.in) and results (*.heddle), by the simulator
       tests/silicon/run.sh silicon FOLDER             results of the real GPU (*.clang, *.nvcc), from the inputs
       tests/silicon/run.sh compare FOLDER             the table
EOF
}

here=$(cd "$(dirname "$0")" && pwd)
stimuli=$here/../../stimuli

# One line each: case, kernel's folder below stimuli/, entry, grid, block, arguments as `silicon` takes them.
cases() {
    cat <<EOF
mm512 cuda_sdk/matrixmul matrix_mul 16,16 32,32 inout:C in:A in:B u32:512 u32:512
gemm512 polybench/gemm gemm 16,64 32,8 in:A in:B inout:C f32:1.5 f32:1.25 u32:512 u32:512 u32:512
syk512x256 polybench/syrk syrk 16,64 32,8 in:A inout:C f32:1.5 f32:1.25 u32:512 u32:256
cv2048 polybench/2dconv convolution_2d 64,256 32,8 in:A inout:B u32:2048 u32:2048
bsc1m cuda_sdk/blackscholes black_scholes 4096 128 inout:CALL inout:PUT in:STOCK in:STRIKE in:YEARS f32:0.02 f32:0.3 u32:1048576
EOF
}

microbenchmark=micro_ptx/cta_microbenchmark

# The simulator's memory as it is before the first kernel: a run that ends in its first cycle, which is exit code 1.
initial_contents() {
    "$gpu" --quiet --max-cycles 1 "$@" 2>/dev/null || [ $? = 1 ]
}

run_heddle() {
    local name kernel entry grid block arguments argument inputs results
    while read -r name kernel entry grid block arguments; do
        mkdir -p "$folder/$name"
        inputs=() results=()
        for argument in $arguments; do
            case $argument in
                in*:*) inputs+=(--dump "${argument#*:}=$folder/$name/${argument#*:}.in") ;;
            esac
            case $argument in
                inout:*) results+=(--dump "${argument#*:}=$folder/$name/${argument#*:}.heddle") ;;
            esac
        done
        initial_contents --stimulus "$here/$name.stim" "${inputs[@]}"
        echo "$name"
        "$gpu" --quiet --stimulus "$here/$name.stim" "${results[@]}"
    done < <(cases)
    mkdir -p "$folder/microbenchmark"
    inputs=() results=()
    for name in WORDS SM TICKS SEEN TIMED; do inputs+=(--dump "$name=$folder/microbenchmark/$name.in"); done
    initial_contents --stimulus "$here/microbenchmark.stim" "${inputs[@]}"
    for name in SM TICKS; do
        results+=(--dump "$name=$folder/microbenchmark/$name.heddle_default")
        results+=(--dump "${name}_STAGGERED=$folder/microbenchmark/$name.heddle_staggered")
    done
    echo microbenchmark
    "$gpu" --quiet --stimulus "$stimuli/$microbenchmark/paper.stim" "${results[@]}"
}

# code_of_nvcc KERNEL OUTPUT
code_of_nvcc() {
    nvcc -std=c++17 -arch=native -w -Xcompiler -w -cubin -I "$here/nvcc" "$stimuli/$1/$(basename "$1").cu" -o "$2"
}

# launch_both NAME TAG KERNEL ENTRY GRID BLOCK ARGUMENTS...
launch_both() {
    local name=$1 tag=$2 kernel=$3
    shift 3
    code_of_nvcc "$kernel" "$folder/nvcc.cubin"
    (cd "$folder/$name" && ../silicon launch "$stimuli/$kernel/$(basename "$kernel").ptx" "${@:1:3}" "clang$tag" "${@:4}")
    (cd "$folder/$name" && ../silicon launch ../nvcc.cubin "${@:1:3}" "nvcc$tag" "${@:4}")
}

run_silicon() {
    local name kernel entry grid block arguments failed=0
    nvcc -std=c++17 "$here/silicon.cpp" -lcuda -o "$folder/silicon"
    (cd "$stimuli" && "$folder/silicon" load ./*/*/*.ptx) | tee "$folder/load.txt" || failed=1
    while read -r name kernel entry grid block arguments; do
        # shellcheck disable=SC2086
        launch_both "$name" "" "$kernel" "$entry" "$grid" "$block" $arguments
    done < <(cases)
    local buffers=(in:WORDS inout:SM inout:TICKS inout:SEEN inout:TIMED)
    launch_both microbenchmark _default $microbenchmark cta_microbenchmark 8448 32 "${buffers[@]}" u32:0 u32:1
    launch_both microbenchmark _staggered $microbenchmark cta_microbenchmark 8448 32 "${buffers[@]}" u32:1200 u32:1
    return $failed
}

[ $# -ge 2 ] || { usage >&2; exit 2; }
verb=$1 gpu=$2
folder=$(mkdir -p "${!#}" && cd "${!#}" && pwd)
case $verb in
    heddle) [ $# = 3 ] || { usage >&2; exit 2; }; run_heddle ;;
    silicon) run_silicon ;;
    compare) python3 "$here/compare.py" "$folder" ;;
    *) usage >&2; exit 2 ;;
esac
