// Where every register, constant and special register of a kernel lives in a warp's register file.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "heddle/stimulus/ptx/flat.h"
#include "heddle/stimulus/ptx/program.h"

namespace heddle::ptx {

class RegisterFile {
public:
    RegisterFile(const FlatEntry& flat, Program& program);

    // A register's slot, or its number among the predicates.
    std::uint32_t place(std::uint32_t reg) const { return places_[reg]; }
    Type type(std::uint32_t reg) const { return types_[reg]; }
    std::size_t registers() const { return types_.size(); }

    std::uint32_t constant(std::uint64_t bits, bool wide);
    std::uint32_t special(Special special);
    std::uint32_t symbol(std::uint32_t variable, std::int64_t addend, bool wide);
    std::uint32_t parameter(std::uint32_t offset, Type type, Type held);
    // Where the pieces of a local access find an address that its first piece has overwritten.
    std::uint32_t kept_address();
    // The register that stands for bytes of a .param variable between a call and the inlined function, made when they
    // are stored. no_index if other pieces have some of these bytes, or if nothing stores what is loaded.
    std::uint32_t argument(std::uint32_t variable, std::int64_t offset, Type type, bool store);

private:
    std::uint32_t add(FixedValue value);
    std::uint32_t new_slots(bool wide);

    Program& program_;
    std::uint32_t kept_address_ = 0;
    std::vector<Type> types_;
    std::vector<std::uint32_t> places_;
    std::map<std::tuple<FixedValue::Kind, bool, Type, Type, std::uint64_t, std::uint32_t>, std::uint32_t> fixed_;
    std::map<std::pair<std::uint32_t, std::int64_t>, std::uint32_t> arguments_;
};

}  // namespace heddle::ptx
