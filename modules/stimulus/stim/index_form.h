// Integer expressions over lane, warp, CTA and loop variables, as the compiler combines them: a linear form whose terms
// are variables or operations that are not linear. They are kept apart from register values because they cost no
// instruction.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "heddle/stimulus/stim/operator.h"

namespace heddle::stim {

// A variable is a number: these, then one for each loop of the kernel.
namespace variable {
constexpr unsigned lane = 0, tid = 1, tid_x = 2, tid_y = 3, tid_z = 4;  // differ from lane to lane
constexpr unsigned warp = 5;
constexpr unsigned cta = 6, cta_x = 7, cta_y = 8, cta_z = 9;
constexpr unsigned first_loop = 10;
}  // namespace variable

struct IndexOperation;

struct IndexForm {
    struct Term {
        unsigned variable;
        std::int64_t factor;
    };
    struct Nested {
        std::shared_ptr<const IndexOperation> operation;
        std::int64_t factor;
    };

    std::int64_t constant = 0;
    std::vector<Term> terms;
    std::vector<Nested> nested;

    static IndexForm of_constant(std::int64_t value);
    static IndexForm of_variable(unsigned number);
    // The operator applied; linear operators are folded into the form.
    static IndexForm apply(Op op, const std::vector<IndexForm>& arguments);

    bool is_constant() const { return terms.empty() && nested.empty(); }
    // How many operations evaluating it takes; the compiler bounds it.
    std::uint64_t weight() const;
    // Whether its value can differ between lanes, between warps of a CTA, between CTAs or loop iterations.
    bool varies_by_lane() const;
    bool varies_by_warp() const;
    bool varies_in_time() const;
    // The value for given variables.
    std::int64_t value(const std::int64_t* variables) const;

    void add(const IndexForm& other, std::int64_t factor);
};

struct IndexOperation {
    Op op;
    std::vector<IndexForm> arguments;
    std::uint64_t weight;
};

}  // namespace heddle::stim
