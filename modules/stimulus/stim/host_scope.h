// Expressions the host evaluates between launches: loop variables, and elements as they are in device memory now.
#pragma once

#include <string>
#include <vector>

#include "heddle/stimulus/stim/buffers.h"
#include "heddle/stimulus/stim/constant.h"

namespace heddle::stim {

class HostScope {
public:
    HostScope(const Source& source, const Buffers& buffers) : source_(source), buffers_(buffers) {}

    const Source& source() const { return source_; }
    const Buffers& buffers() const { return buffers_; }
    void push(const std::string& variable, std::int64_t value) { variables_.push_back({variable, value}); }
    void change(std::int64_t value) { variables_.back().value = value; }
    void pop() { variables_.pop_back(); }
    void clear() { variables_.clear(); }

    // Fails on unknown names; returns whether the value is real.
    bool check(const Expression& expression) const;
    // Fails where the value is real; `what` names it in the message.
    void check_integer(const Expression& expression, const char* what) const;
    const MemoryArray& buffer(const std::string& name, Position at) const;

    Constant value(const Expression& expression, HostMemory& memory) const;
    // Where BUFFER[index] lies; throws SimulationError outside of the buffer.
    std::uint64_t address(const MemoryArray& array, const Expression& index, HostMemory& memory) const;

private:
    struct Variable {
        std::string name;
        std::int64_t value;
    };

    const Variable* find(const std::string& name) const;
    bool check_apply(const Expression& expression) const;
    Constant element(const Expression& expression, HostMemory& memory) const;

    const Source& source_;
    const Buffers& buffers_;
    std::vector<Variable> variables_;  // of the loops around, innermost last
};

}  // namespace heddle::stim
