// Which register or variable a name means inside a function: nested { } blocks may declare names again.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "heddle/stimulus/ptx/ast.h"

namespace heddle::ptx {

class Scope {
public:
    explicit Scope(Function& function) : function_(function), blocks_(1) {}

    void open() { blocks_.emplace_back(); }
    void close() { blocks_.pop_back(); }
    std::size_t depth() const { return blocks_.size(); }

    // False where the block has the name already.
    bool declare_register(const std::string& name, Type type);
    // %r<count>: %r0 .. %r(count-1), made when they are first used.
    bool declare_range(const std::string& prefix, std::uint32_t count, Type type);
    bool declare_variable(Variable variable, std::uint32_t& index);

    // no_index where there is none.
    std::uint32_t find_register(const std::string& name);
    std::uint32_t find_variable(const std::string& name) const;

private:
    struct Range {
        std::uint32_t count;
        Type type;
    };
    struct Block {
        std::map<std::string, std::uint32_t> registers, variables;
        std::map<std::string, Range> ranges;
    };

    std::uint32_t in_ranges(Block& block, const std::string& name);

    Function& function_;
    std::vector<Block> blocks_;
};

}  // namespace heddle::ptx
