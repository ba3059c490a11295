// From what the file says about contents to something that can be evaluated; checks arguments against the buffer's
// type.
#pragma once

#include <memory>

#include "heddle/stimulus/stim/host_expression.h"

namespace heddle::stim {

struct ContentsPlace {
    ValueType type = ValueType::u32;
    std::uint64_t elements = 0;         // of the whole buffer
    std::uint64_t first = 0, last = 0;  // the elements described, [first, last)
};

std::unique_ptr<Contents> build_contents(const Source& source, const ContentsSyntax& syntax, const ContentsPlace& place,
                                         const BufferLookup& lookup);

// All values of some contents worked out, for those that are asked for again and again.
std::unique_ptr<Contents> materialise(const Contents& contents, std::uint64_t elements);

}  // namespace heddle::stim
