// What the reference of a stimulus says memory must hold at the end.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "heddle/stimulus/reference.h"
#include "heddle/stimulus/stim/ast.h"
#include "heddle/stimulus/stim/buffers.h"
#include "heddle/stimulus/stim/constant.h"

namespace heddle::stim {

class ReferenceResult {
public:
    // Finds the function and runs it, if an expectation asks for it: before the simulation, so that a stimulus that
    // does not suit its reference is refused at once. `references` is null in a program that has none.
    ReferenceResult(const Source& source, const FileSyntax& file, const Buffers& buffers, const References* references);

    // All elements of a buffer that an expectation compares with the reference.
    std::unique_ptr<Contents> contents(const MemoryArray& array) const;

private:
    std::shared_ptr<const ReferenceMemory> memory_;
};

}  // namespace heddle::stim
