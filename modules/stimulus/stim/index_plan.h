// An IndexForm made ready for evaluation over a warp. What depends on lane, thread and warp alone is tabulated for
// every warp of the CTA, so the usual case is one scalar plus a row of 32 numbers.
#pragma once

#include <vector>

#include "heddle/stimulus/kernel.h"
#include "heddle/stimulus/stim/index_form.h"
#include "heddle/stimulus/stim/lanes.h"

namespace heddle::stim {

class IndexPlan {
public:
    IndexPlan() = default;
    IndexPlan(const IndexForm& form, const KernelShape& shape);

    // `variables` holds warp, CTA and loop variables; the entries of lane variables are not read.
    void lanes(const std::int64_t* variables, Lanes& out) const;
    // The value where it is the same in all lanes.
    std::int64_t uniform(const std::int64_t* variables) const;

    // The usual case: lane l has uniform() + row.value[l], between row.least and row.most.
    struct Row {
        std::int64_t least = 0, most = 0;  // over the lanes that exist
        std::int64_t step = 0;             // from lane to lane
        bool has_steps = true;             // lane l has value[0] + l * step
        LaneMask nonzero = 0;              // with the constant added
        std::int64_t value[warp_lanes] = {};
    };
    bool is_row() const { return mixed_.empty() && !rows_.empty(); }
    bool is_uniform() const { return mixed_.empty() && rows_.empty(); }
    // The value depends on lane and warp alone, so which lanes are not 0 is known beforehand.
    bool is_fixed() const { return is_row() && terms_.empty() && scalar_.is_constant(); }
    // The row of a warp; null where lanes differ in other ways. A uniform plan has the same for all.
    const Row* row(std::uint32_t warp) const {
        if (!mixed_.empty()) return nullptr;
        return rows_.empty() ? &no_steps : &rows_[warp];
    }

private:
    static const Row no_steps;
    struct Mixed {
        LaneFunction function;
        std::vector<IndexPlan> arguments;
        std::int64_t factor;
    };

    void tabulate(const IndexForm& per_lane, const KernelShape& shape);

    std::int64_t constant_ = 0;
    std::vector<IndexForm::Term> terms_;
    IndexForm scalar_;  // operations that are the same in all lanes
    std::vector<Row> rows_;
    std::vector<Mixed> mixed_;
};

}  // namespace heddle::stim
