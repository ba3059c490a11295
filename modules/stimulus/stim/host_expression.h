// Expressions the host evaluates: a buffer's contents as a function of the element index i. Integers are 64 bits wide,
// reals are doubles; 32 elements are evaluated at a time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "heddle/stimulus/stim/ast.h"
#include "heddle/stimulus/stim/contents.h"

namespace heddle::stim {

// A buffer an expression refers to, by its contents before the first kernel.
struct InitialContents {
    std::string name;
    ValueType type = ValueType::u32;
    std::uint64_t elements = 0;
    const Contents* contents = nullptr;
};

using BufferLookup = std::function<const InitialContents*(const std::string& name)>;

struct HostNode {
    enum class Kind { constant, variable, apply, to_real, convert, element, sum };

    Kind kind = Kind::constant;
    Position at;
    bool real = false;
    Lanes constant;
    unsigned variable = 0;  // 0 is i, then one for each enclosing sum
    LaneFunction function = nullptr;
    ValueType type = ValueType::s64;  // convert
    const InitialContents* buffer = nullptr;
    std::int64_t first = 0, last = 0;  // sum
    std::vector<HostNode> arguments;
};

class HostExpression {
public:
    // Fails on unknown names and on buffers `lookup` does not know.
    HostExpression(const Source& source, const Expression& expression, const BufferLookup& lookup);

    bool is_real() const { return root_.real; }
    // May throw InputError: an element outside its buffer.
    void values(const std::int64_t* indices, Lanes& out) const;
    // Throws the same for elements that it reads at these two indices with all sums at their first or at their last
    // value. That takes no time, however long the sums are, and finds what most indices do wrong.
    void try_ends(std::int64_t first, std::int64_t last) const;

private:
    using Variables = std::vector<Lanes>;

    HostNode build(const Expression& expression, std::vector<std::string>& variables, const BufferLookup& lookup);
    HostNode build_apply(const Expression& expression, std::vector<std::string>& variables, const BufferLookup& lookup);
    HostNode build_sum(const Expression& expression, std::vector<std::string>& variables, const BufferLookup& lookup);
    HostNode build_element(const Expression& expression, std::vector<std::string>& variables,
                           const BufferLookup& lookup);
    void evaluate(const HostNode& node, Variables& variables, Lanes& out) const;
    void evaluate_element(const HostNode& node, Variables& variables, Lanes& out) const;
    void evaluate_sum(const HostNode& node, Variables& variables, Lanes& out) const;
    void try_elements(const HostNode& node, bool last, Variables& variables) const;

    const Source& source_;
    std::size_t variable_count_ = 1;
    HostNode root_;
};

}  // namespace heddle::stim
