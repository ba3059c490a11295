// An IndexForm made ready for evaluation over a warp. What depends on lane, thread and warp alone is tabulated for
// every warp of the CTA, so the usual case is one scalar plus a row of 32 numbers.
#pragma once

#include <vector>

#include "stimulus/kernel.h"
#include "stimulus/stim/index_form.h"
#include "stimulus/stim/lanes.h"

namespace heddle::stim {

class IndexPlan {
public:
    IndexPlan() = default;
    IndexPlan(const IndexForm& form, const KernelShape& shape);

    // `variables` holds warp, CTA and loop variables; the entries of lane variables are not read.
    void lanes(const std::int64_t* variables, Lanes& out) const;
    // The value where it is the same in all lanes.
    std::int64_t uniform(const std::int64_t* variables) const;

    // The usual case: lane l has uniform() + row()[l], between row_least() and row_most().
    bool is_row() const { return mixed_.empty() && !rows_.empty(); }
    // Lane l has row()[0] + l * row_step().
    bool has_steps(std::uint32_t warp) const { return rows_[warp].has_steps; }
    std::int64_t row_step(std::uint32_t warp) const { return rows_[warp].value[1] - rows_[warp].value[0]; }
    bool is_uniform() const { return mixed_.empty() && rows_.empty(); }
    // The value depends on lane and warp alone, so which lanes are not 0 is known beforehand.
    bool is_fixed() const { return is_row() && terms_.empty() && scalar_.is_constant(); }
    LaneMask nonzero(std::uint32_t warp) const { return rows_[warp].nonzero; }
    const std::int64_t* row(std::uint32_t warp) const { return rows_[warp].value; }
    std::int64_t row_least(std::uint32_t warp) const { return rows_[warp].least; }
    std::int64_t row_most(std::uint32_t warp) const { return rows_[warp].most; }

private:
    struct Row {
        alignas(64) std::int64_t value[warp_lanes];
        std::int64_t least, most;  // over the lanes that exist
        LaneMask nonzero;          // with the constant added
        bool has_steps;
    };
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
