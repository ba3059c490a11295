// A loaded PTX file: its entries, ready to be launched.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "heddle/stimulus/ptx/ast.h"
#include "heddle/stimulus/ptx/program_builder.h"
#include "heddle/stimulus/ptx/ptx_kernel.h"

namespace heddle::ptx {

// The bytes of one kernel argument.
using Argument = std::vector<std::uint8_t>;

template <class T>
Argument argument(const T& value) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
    return Argument(bytes, bytes + sizeof(T));
}

class PtxModule {
public:
    explicit PtxModule(Ast ast);

    std::vector<std::string> entries() const;
    const std::string& file() const { return ast_.source.name; }

    // Decodes the entry; throws InputError for an entry that does not exist, and with every instruction that is not
    // supported, by file, line and column.
    const Program& program(const std::string& entry) const;
    std::vector<Problem> unsupported(const std::string& entry) const;

    // Throws InputError where the launch does not fit the entry. The module must outlive the kernel.
    std::unique_ptr<PtxKernel> kernel(const std::string& entry, Dim3 grid, Dim3 block,
                                      const std::vector<Argument>& arguments, std::uint32_t dynamic_shared_bytes = 0,
                                      const AddressSpaceLayout& layout = {}) const;

    // What must be in memory at layout.global_base before the first launch.
    std::vector<std::uint8_t> global_image(const AddressSpaceLayout& layout = {}) const;
    // The address of a module-scope .global variable, for host access; throws InputError.
    std::uint64_t global_address(const std::string& name, const AddressSpaceLayout& layout = {}) const;

private:
    struct Decoded {
        std::shared_ptr<const Program> program;
        std::vector<Problem> problems;
    };

    const Decoded& decoded(const std::string& entry) const;
    std::uint64_t offset_of(const Variable& variable) const;
    std::vector<std::uint8_t> image(Space space, const AddressSpaceLayout& layout) const;
    void check_launch(const Program& program, const Launch& launch) const;
    std::vector<std::uint8_t> parameter_image(const Program& program, const std::vector<Argument>& arguments) const;

    Ast ast_;
    mutable std::mutex decoding_;                     // guards decoded_
    mutable std::map<std::string, Decoded> decoded_;  // by entry, when first asked for; an element never changes
};

// Throws InputError "file:line:column: ...".
std::shared_ptr<const PtxModule> parse_ptx(const std::string& text, const std::string& file);

}  // namespace heddle::ptx
