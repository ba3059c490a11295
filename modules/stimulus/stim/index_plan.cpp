#include "heddle/stimulus/stim/index_plan.h"

#include <algorithm>

namespace heddle::stim {
namespace {

void set_thread(std::int64_t* variables, const KernelShape& shape, std::uint32_t warp, unsigned lane) {
    const std::int64_t tid = std::int64_t{warp} * warp_lanes + lane;
    variables[variable::lane] = lane;
    variables[variable::tid] = tid;
    variables[variable::tid_x] = tid % shape.block.x;
    variables[variable::tid_y] = tid / shape.block.x % shape.block.y;
    variables[variable::tid_z] = tid / shape.block.x / shape.block.y;
    variables[variable::warp] = warp;
}

std::int64_t wrapping_sum(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

std::int64_t wrapping_product(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

}  // namespace

const IndexPlan::Row IndexPlan::no_steps;

IndexPlan::IndexPlan(const IndexForm& form, const KernelShape& shape) : constant_(form.constant) {
    IndexForm per_lane;
    for (const auto& term : form.terms) (term.variable < variable::warp ? per_lane.terms : terms_).push_back(term);
    for (const auto& nested : form.nested) {
        IndexForm alone;
        alone.nested.push_back(nested);
        if (!alone.varies_by_lane()) {
            scalar_.nested.push_back(nested);
        } else if (!alone.varies_in_time()) {
            per_lane.nested.push_back(nested);
        } else {
            Mixed mixed{wide_lane_function(nested.operation->op, ValueType::s64), {}, nested.factor};
            for (const auto& argument : nested.operation->arguments) mixed.arguments.emplace_back(argument, shape);
            mixed_.push_back(std::move(mixed));
        }
    }
    if (!per_lane.is_constant()) tabulate(per_lane, shape);
}

void IndexPlan::tabulate(const IndexForm& per_lane, const KernelShape& shape) {
    std::int64_t variables[variable::first_loop] = {};
    rows_.resize(shape.warps_per_cta());
    for (std::uint32_t warp = 0; warp < rows_.size(); ++warp) {
        Row& row = rows_[warp];
        for (unsigned lane = 0; lane < warp_lanes; ++lane) {
            set_thread(variables, shape, warp, lane);
            row.value[lane] = per_lane.value(variables);
            row.nonzero |= LaneMask{wrapping_sum(row.value[lane], constant_) != 0} << lane;
        }
        row.step = row.value[1] - row.value[0];
        for (unsigned lane = 2; lane < warp_lanes; ++lane)
            row.has_steps &= row.value[lane] - row.value[lane - 1] == row.step;
        const std::uint32_t threads = std::min(warp_lanes, shape.threads_per_cta() - warp * warp_lanes);
        row.least = *std::min_element(row.value, row.value + threads);
        row.most = *std::max_element(row.value, row.value + threads);
    }
}

std::int64_t IndexPlan::uniform(const std::int64_t* variables) const {
    std::uint64_t result = static_cast<std::uint64_t>(constant_);
    for (const auto& term : terms_)
        result += static_cast<std::uint64_t>(term.factor) * static_cast<std::uint64_t>(variables[term.variable]);
    if (!scalar_.nested.empty()) result += static_cast<std::uint64_t>(scalar_.value(variables));
    return static_cast<std::int64_t>(result);
}

void IndexPlan::lanes(const std::int64_t* variables, Lanes& out) const {
    const std::int64_t base = uniform(variables);
    if (rows_.empty()) {
        std::fill(out.s64, out.s64 + warp_lanes, base);
    } else {
        const std::int64_t* values = rows_[static_cast<std::size_t>(variables[variable::warp])].value;
        for (unsigned l = 0; l < warp_lanes; ++l) out.s64[l] = wrapping_sum(base, values[l]);
    }
    for (const Mixed& mixed : mixed_) {
        Lanes arguments[3], applied;
        for (std::size_t i = 0; i < mixed.arguments.size(); ++i) mixed.arguments[i].lanes(variables, arguments[i]);
        mixed.function(applied, arguments[0], arguments[1], arguments[2]);
        for (unsigned l = 0; l < warp_lanes; ++l)
            out.s64[l] = wrapping_sum(out.s64[l], wrapping_product(applied.s64[l], mixed.factor));
    }
}

}  // namespace heddle::stim
