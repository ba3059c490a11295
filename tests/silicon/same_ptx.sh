#!/usr/bin/env bash
# Prints data/h200_same_ptx.csv: counters of the committed PTX of stimuli/silicon on a GPU, for each row of data/h200_kernels.csv. Needs a GPU, nvcc and ncu, and some minutes.
#
#   tests/silicon/same_ptx.sh > tests/silicon/data/h200_same_ptx.csv
#
# A process for each row and each group of counters that one pass can take, so that no kernel is launched twice for one count: the first launch under the profiler places CTAs otherwise than
# the next ones (cold_launch.cu). "cold" is the first, the other columns are medians of four more.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
program=$folder/same_ptx
nvcc -std=c++17 -O3 -arch=sm_90 -o "$program" same_ptx.cu -lcuda
count() {  # KERNEL VARIANT METRIC...: a line for each launch, its metrics with blanks between them
    local kernel=$1 variant=$2
    shift 2
    ncu --csv --page raw --clock-control none --cache-control all --metrics "$(IFS=,; echo "$*")" "$program" ../../stimuli/silicon "$kernel" "$variant" 5 |
        python3 -c '
import csv, sys
rows = list(csv.reader(line for line in sys.stdin if line.startswith("\"")))
for row in rows[2:]:
    print(*(row[rows[0].index(metric)].replace(",", "") for metric in sys.argv[1:]))' "$@"
}
echo "kernel,variant,warp_instructions,sm_cycles,l1_read_sectors,l2_read_sectors,cold_l1_read_sectors,cold_l2_read_sectors"
cut -d, -f1,2 data/h200_kernels.csv | tail -n +2 | while IFS=, read -r kernel variant; do
    {
        count "$kernel" "$variant" smsp__inst_executed.sum sm__cycles_elapsed.max
        count "$kernel" "$variant" l1tex__m_xbar2l1tex_read_sectors.sum lts__t_sectors_srcunit_tex_op_read.sum
    } < /dev/null | python3 -c '
import statistics, sys
times, reads = (lambda lines: (lines[:5], lines[5:]))([list(map(int, line.split())) for line in sys.stdin])
middle = lambda lines: [int(statistics.median(column)) for column in zip(*lines[1:])]
print(*sys.argv[1:], *middle(times), *middle(reads), *reads[0], sep=",")' "$kernel" "$variant"
done
