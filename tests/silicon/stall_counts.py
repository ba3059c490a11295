#!/usr/bin/env python3
"""How many cycles machine code leaves between a memory instruction of a warp and its next one.

  nvcc -O3 -arch=sm_90 -cubin -o plain.cubin tests/silicon/plain.cu
  tests/silicon/stall_counts.py plain.cubin ...

Each instruction of compute capability 7.0 and later has 128 bits, in which the compiler says for how many cycles the warp issues nothing after it (Jia and others,
Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking, 2018; bits 105 to 108). These cycles are added up from one memory instruction to the
next, if no jump is between them. What a warp waits for besides, such as the result of a load, is not in them. Prints a Markdown table: how many pairs have how many
cycles, those that follow one another directly and those with other instructions in between. Needs no GPU.
"""
import collections
import struct
import sys

MEMORY = {0x981: "LDG", 0x986: "STG", 0x984: "LDS", 0x988: "STS", 0x98e: "RED", 0x9a8: "ATOMG", 0x98f: "CCTL"}  # the lowest twelve bits
JUMPS = {0x947, 0x94d, 0x941, 0x945, 0x950, 0x944, 0x943}  # BRA, EXIT, BSYNC, BSSY, RET, CALL


def code_of(cubin):
    """The instructions of each kernel of an ELF file: (opcode, cycles) of each."""
    sections, (size, count) = struct.unpack_from("<Q", cubin, 0x28)[0], struct.unpack_from("<HH", cubin, 0x3a)
    for index in range(count):
        kind, flags, _, offset, length = struct.unpack_from("<IQQQQ", cubin, sections + index * size + 4)
        if kind == 1 and flags & 4:  # a program that is executed
            words = struct.iter_unpack("<QQ", cubin[offset:offset + length])
            yield [(low & 0xfff, high >> 41 & 0xf) for low, high in words]


def memory_pairs(code):
    """(first, second, cycles from one to the other, whether other instructions are in between)"""
    first, cycles, between = None, 0, 0
    for opcode, stall in code:
        if opcode in MEMORY:
            if first:
                yield first, MEMORY[opcode], cycles, between > 0
            first, cycles, between = MEMORY[opcode], stall, 0
        elif opcode in JUMPS:
            first = None
        else:
            cycles, between = cycles + stall, between + 1


def text(counts):
    shown = [f"{counts[n]} with {n}" for n in sorted(counts) if n <= 5]
    more = sum(count for n, count in counts.items() if n > 5)
    return ", ".join(shown + ([f"{more} with more"] if more else []))


def main(files):
    pairs = collections.defaultdict(lambda: (collections.Counter(), collections.Counter()))
    for file in files:
        with open(file, "rb") as cubin:
            for code in code_of(cubin.read()):
                for first, second, cycles, between in memory_pairs(code):
                    pairs[first, second][between][cycles] += 1
    print("| first | second | neighbours | others between them |\n|---|---|---|---|")
    for (first, second), (neighbours, others) in sorted(pairs.items()):
        print(f"| {first} | {second} | {text(neighbours)} | {text(others)} |")


if __name__ == "__main__":
    if len(sys.argv) < 2 or "--help" in sys.argv:
        sys.exit(__doc__)
    main(sys.argv[1:])
