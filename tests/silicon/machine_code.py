#!/usr/bin/env python3
"""Writes the loop of a kernel of stimuli/silicon as nvcc compiles it, instruction by instruction, in PTX.

  nvcc -O3 -arch=sm_90 -cubin -o plain.cubin tests/silicon/plain.cu
  cuobjdump -sass plain.cubin | tests/silicon/machine_code.py gemm512 > stimuli/silicon/gemm512/machine_code.h
  cuobjdump -sass plain.cubin | tests/silicon/machine_code.py mm512 > stimuli/silicon/mm512/machine_code.h

The model executes PTX as it stands, while a GPU executes what ptxas makes of it: in another order, with loads farther or less far ahead of what needs them,
and with addresses that are computed in another way. PTX can say all of that. What it cannot say: loads that are awaited in groups, because a warp has six
counters for them, and registers that cannot be overwritten yet, because a load has not read them.
"""
import re
import sys

# Each loop: name, kernel of plain.cu, parameters of the function, the operands of its asm statement, which registers of the machine code these are, and which ones
# the loop loads anew each time from parameters of the kernel. Registers are named as in Loop.name.
GEMM512 = (
    ("steps_of_plain_kernel", "gemm_orig", "const float*& a, const float*& column, float& sum, int n, int row",
     '"+l"(a), "+l"(column), "+f"(sum) : "r"(n), "r"(row)', {"uw8": "%0", "w8": "%1", "s10": "%2", "i2": "%3", "i5": "%4"}, {}),
    ("steps_of_agent", "gemm_agents_row", "const float* a, const float* b, float& sum, int n, int i, int j, int k",
     '"+f"(sum) : "l"(a), "l"(b), "r"(n), "r"(i), "r"(j), "r"(k)', {"s21": "%0", "i9": "%4", "i10": "%5", "ui4": "%6"},
     {"i20": "%3", "w12": "%2", "w16": "%1"}),
)
# Addresses in shared memory: of the thread's element of either tile, of its row of A and its column of B.
SHARED = "unsigned a_element, unsigned b_element, unsigned a_row, unsigned b_column"
SHARED_OPERANDS = '"r"(a_element), "r"(b_element), "r"(a_row), "r"(b_column)'
BY_INDEX = f"const float* a, const float* b, int& a_index, int& b_index, float& sum, int thread, int next, {SHARED}"
BY_INDEX_OPERANDS = f'"+r"(a_index), "+r"(b_index), "+f"(sum) : "l"(a), "l"(b), "r"(thread), "r"(next), {SHARED_OPERANDS}'
MM512 = (
    ("tile_of_plain_kernel", "mm_orig", f"const float*& a, const float*& b, float& sum, int next, {SHARED}",
     f'"+l"(a), "+l"(b), "+f"(sum) : "r"(next), {SHARED_OPERANDS}',
     {"w0": "%0", "w20": "%1", "s23": "%2", "i16": "%3", "i6": "%4", "i5": "%5", "i7": "%6", "i2": "%7"}, {}),
    ("tile_of_redirected_kernel", "mm_redirect_row", BY_INDEX, BY_INDEX_OPERANDS,
     {"i0": "%0", "i3": "%1", "s17": "%2", "w22": "%3", "w20": "%4", "i16": "%5", "i18": "%6", "i6": "%7", "i5": "%8", "i7": "%9", "i2": "%10"}, {}),
    ("tile_of_agent", "mm_agents_row", BY_INDEX, BY_INDEX_OPERANDS,
     {"i21": "%0", "i19": "%1", "s23": "%2", "w4": "%3", "w2": "%4", "i14": "%5", "ui7": "%6", "i18": "%7", "i16": "%8", "i13": "%9", "i15": "%10"}, {}),
)
# Of each kernel of stimuli/silicon: the loops, how many loads from global memory one pass of them has, and what a pass is.
KERNELS = {"gemm512": (GEMM512, 32, "sixteen steps\n// of GEMM512's loop over k"),
           "mm512": (MM512, 2, "one pass of\n// MM512's loop over the tiles of A and B")}


def main_loop(sass, kernel, loads):
    """The first loop with so many loads from global memory, without the branch at its end."""
    part = re.search(rf"Function : {kernel}\n(.*?)(?:Function : |\Z)", sass, re.S)[1]
    code = [(int(address, 16), text.replace(".reuse", "")) for address, text in re.findall(r"/\*([0-9a-f]{4,5})\*/\s+(.*?) ?;", part)]
    for end, text in code:
        back = re.search(r"BRA (0x\w+)", text)
        if back and int(back[1], 16) < end:
            body = [line for address, line in code if int(back[1], 16) <= address < end]
            if sum("LDG" in line for line in body) == loads:
                return body
    sys.exit(f"{kernel}: no loop with {loads} loads")


class Loop:
    def __init__(self, operands, parameters):
        self.operands, self.parameters = operands, parameters
        self.text, self.used = [], set()

    def name(self, register, kind):
        """The register as PTX: i an integer, w an address, s a real number, u a uniform one."""
        if register in ("RZ", "URZ"):
            return "0"
        if not re.fullmatch(r"U?R\d+", register):
            return str(int(register, 0))
        name = ("u" if register[0] == "U" else "") + kind + register.strip("UR")
        if name in self.operands:
            return self.operands[name]
        self.used.add(name)
        return name

    def translate(self, code):
        i, w, s = (lambda r, kind=kind: self.name(r, kind) for kind in "iws")
        half = "h"  # the upper half of an address has an instruction of its own: only its time counts
        self.used.add(half)
        rules = (
            (r"LDG\.E (R\d+), desc\[UR\d+\]\[(R\d+)\.64\+?(0x\w+)?\]", lambda m: f"ld.global.f32 {s(m[1])}, [{w(m[2])}+{int(m[3] or '0', 16)}];"),
            (r"IMAD\.WIDE (R\d+), (\w+), (0x\w+), (R\d+)", lambda m: f"mad.wide.s32 {w(m[1])}, {i(m[2])}, {i(m[3])}, {w(m[4])};"),
            (r"IMAD (\w+), (\w+), (\w+), (\w+)", lambda m: f"mad.lo.s32 {i(m[1])}, {i(m[2])}, {i(m[3])}, {i(m[4])};"),
            (r"FFMA (R\d+), (R\d+), (R\d+), (R\d+)", lambda m: f"fma.rn.f32 {s(m[1])}, {s(m[2])}, {s(m[3])}, {s(m[4])};"),
            (r"LDC\.64 (R\d+), .*", lambda m: f"mov.b64 {w(m[1])}, {self.parameters[w(m[1])]};"),
            (r"LDC (R\d+), .*", lambda m: f"mov.b32 {i(m[1])}, {self.parameters[i(m[1])]};"),
            (r"LDS (R\d+), \[(R\d+)\+?(0x\w+)?\]", lambda m: f"ld.shared.f32 {s(m[1])}, [{i(m[2])}+{int(m[3] or '0', 16)}];"),
            (r"LDS\.128 R(\d+), \[(R\d+)\+?(0x\w+)?\]", lambda m: f"ld.shared.v4.f32 {{{', '.join(s(f'R{int(m[1]) + k}') for k in range(4))}}}, "
                                                               f"[{i(m[2])}+{int(m[3] or '0', 16)}];"),
            (r"STS \[(R\d+)\], (R\d+)", lambda m: f"st.shared.f32 [{i(m[1])}], {s(m[2])};"),
            (r"BAR\.SYNC\.DEFER_BLOCKING 0x0", lambda m: "bar.sync 0;"),
            (r"MOV (R\d*[02468]), (U?R\d+)", lambda m: f"mov.b64 {w(m[1])}, {w(m[2])};"),
            (r"MOV R\d*[13579], U?R\d+|UIADD3\.X .*", lambda m: f"mov.b32 {half}, 0;"),
            (r"U?IADD3 (U?R\d+), U?P\d, \1, (0x\w+), U?RZ", lambda m: f"add.s64 {w(m[1])}, {w(m[1])}, {i(m[2])};"),
            (r"IADD3\.X .*", lambda m: None),  # in the time of the sum of 64 bits
            (r"IADD3 R\d+, R\d+, -0x10, RZ|ISETP.*", lambda m: None),  # the loop itself is in the source
            (r"U?IADD3 (U?R\d+), \1, (0x1|0x10), U?RZ", lambda m: None),
            (r"U?IADD3 (\w+), (\w+), (\w+), U?RZ", lambda m: f"add.s32 {i(m[1])}, {i(m[2])}, {i(m[3])};"),
        )
        for text in code:
            for pattern, rule in rules:
                match = re.fullmatch(pattern, text)
                if match:
                    break
            else:
                sys.exit(f"no rule for '{text}'")
            line = rule(match)
            if line:
                self.text.append(line)

    def declarations(self):
        for kind, named in (("b32", r"u?i\d+|h"), ("b64", r"w\d+"), ("f32", r"s\d+")):
            names = sorted((name for name in self.used if re.fullmatch(named, name)), key=lambda n: (len(n), n))
            if names:
                yield f".reg .{kind} {', '.join(names)};"


def main(kernel):
    loops, loads, what = KERNELS[kernel]
    sass = sys.stdin.read()
    print(f"// Made by tests/silicon/machine_code.py of what nvcc 13.0 makes of tests/silicon/plain.cu for sm_90: {what}.")
    print("// clang-format off\n#pragma once\n")
    for name, function, signature, constraints, operands, parameters in loops:
        loop = Loop(operands, parameters)
        loop.translate(main_loop(sass, function, loads))
        print(f"__device__ inline void {name}({signature}) {{")
        print('    asm volatile("{\\n"')
        for line in (*loop.declarations(), *loop.text):
            print(f'        "\\t{line}\\n"')
        print(f'        "}}" : {constraints} : "memory");\n}}\n')


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in KERNELS:
        sys.exit(__doc__)
    main(sys.argv[1])
