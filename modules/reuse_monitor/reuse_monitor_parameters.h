#pragma once

#include <string>

#include "heddle/base/geometry.h"
#include "heddle/base/parameters.h"

namespace heddle {

// The granularity is that of MECHANISMS 4.4 [R].
struct ReuseMonitorParameters {
    unsigned block_bytes = line_bytes;

    template <class Visitor>
    void visit(Visitor& v) {
        v("block_bytes", block_bytes, "B", "what counts as the same data: 128 (lines) or 32 (sectors)");
    }
    void validate(const std::string& key) const { validate_block_bytes(key + ".block_bytes"); }
    // For a platform that has this parameter under a name of its own.
    void validate_block_bytes(const std::string& key) const {
        require(block_bytes == line_bytes || block_bytes == sector_bytes, key,
                "is " + std::to_string(block_bytes) + ", must be 128 (lines) or 32 (sectors)");
    }
};

}  // namespace heddle
