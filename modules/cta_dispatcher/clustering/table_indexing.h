#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "heddle/cta_dispatcher/clustering/grid_indexing.h"

namespace heddle {

// Why a table is no permutation of 0 to its size - 1, with the place of the first entry that is wrong.
struct TableFault {
    std::size_t entry = 0;
    std::string reason;
};

inline std::optional<TableFault> fault_of(const std::vector<std::uint32_t>& table) {
    constexpr std::size_t none = ~std::size_t{0};
    std::vector<std::size_t> seen(table.size(), none);
    for (std::size_t entry = 0; entry < table.size(); ++entry) {
        const std::uint32_t cta = table[entry];
        if (cta >= table.size())
            return TableFault{entry, "CTA " + std::to_string(cta) + ", but " + std::to_string(table.size()) +
                                         " entries can only name the CTAs from 0 to " +
                                         std::to_string(table.size() - 1)};
        if (seen[cta] != none)
            return TableFault{
                entry, "CTA " + std::to_string(cta) + " for the second time, after entry " + std::to_string(seen[cta])};
        seen[cta] = entry;
    }
    return std::nullopt;
}

// An arbitrary order: the v-th entry of a table is the CTA with id v. The table must be a permutation.
class TableIndexing final : public GridIndexing {
public:
    explicit TableIndexing(std::vector<std::uint32_t> table) : ctas_(std::move(table)), ids_(ctas_.size()) {
        for (std::uint32_t v = 0; v < ctas_.size(); ++v) ids_[ctas_[v]] = v;
    }
    std::uint32_t cta_of(std::uint32_t v) const override { return ctas_[v]; }
    std::uint32_t id_of(std::uint32_t cta) const override { return ids_[cta]; }

private:
    std::vector<std::uint32_t> ctas_, ids_;
};

}  // namespace heddle
