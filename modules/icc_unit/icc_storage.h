// What the unit costs in storage, from its parameters (MECHANISMS 1.3, 1.4).
#pragma once

#include "heddle/base/geometry.h"
#include "heddle/icc_unit/icc_parameters.h"

namespace heddle {

struct IccStorage {
    double merge_table_bytes = 0;             // line address and SM list of each entry, as the paper counts
    double merge_table_bytes_with_valid = 0;  // and the valid bit it describes but does not count (1.8 item 2)
    double coalesced_cache_bytes = 0;         // tags and lines
};

inline IccStorage icc_storage(const IccParameters& parameters, unsigned sms) {
    constexpr unsigned line_offset_bits = 7, line_data_bits = line_bytes * 8;
    const unsigned tag_bits = parameters.address_bits - line_offset_bits;
    IccStorage storage;
    if (parameters.merge_table) {
        const double entries = parameters.merge_table_entries;
        storage.merge_table_bytes = entries * (tag_bits + sms) / 8;
        storage.merge_table_bytes_with_valid = entries * (tag_bits + sms + 1) / 8;
    }
    if (parameters.coalesced_cache)
        storage.coalesced_cache_bytes = double(parameters.coalesced_cache_lines) * (tag_bits + line_data_bits) / 8;
    return storage;
}

}  // namespace heddle
