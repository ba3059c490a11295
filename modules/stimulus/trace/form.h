// Forms: what warp instructions of the same text have in common. A trace repeats a kernel's few instructions millions
// of times, so each is decoded once and named by a number.
#pragma once

#include "heddle/stimulus/trace/growing_table.h"
#include "heddle/stimulus/trace/opcode_table.h"

namespace heddle::traces {

struct Form {
    WarpInstruction instruction;
    Opcode opcode;
    std::uint64_t* unknown_count = nullptr;  // counts executions of an opcode that is not in the table
};

using Forms = GrowingTable<Form, 1u << 20>;

}  // namespace heddle::traces
