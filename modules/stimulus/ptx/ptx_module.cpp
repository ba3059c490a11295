#include "heddle/stimulus/ptx/ptx_module.h"

#include <cstring>

#include "heddle/base/error.h"
#include "heddle/stimulus/ptx/variable_parser.h"
#include "heddle/stimulus/ptx/windows.h"

namespace heddle::ptx {
namespace {

constexpr std::size_t shown_problems = 20;

std::string located(const std::string& file, const Problem& problem) {
    return file + ":" + std::to_string(problem.at.line) + ":" + std::to_string(problem.at.column) + ": " +
           problem.message;
}

}  // namespace

PtxModule::PtxModule(Ast ast) : ast_(std::move(ast)) {
    for (const Variable& variable : ast_.variables)
        for (const Reference& reference : variable.references) {
            const Variable* target = ast_.find_variable(reference.symbol);
            if (!target) ast_.source.fail(reference.at, "undefined variable '" + reference.symbol + "'");
            if (target->space != Space::global && target->space != Space::constant)
                ast_.source.fail(reference.at, "the address of a ." + std::string(name_of(target->space)) +
                                                   " variable is not known before the launch");
        }
}

std::vector<std::string> PtxModule::entries() const {
    std::vector<std::string> names;
    for (const Function& function : ast_.functions)
        if (function.entry) names.push_back(function.name);
    return names;
}

const PtxModule::Decoded& PtxModule::decoded(const std::string& entry) const {
    const std::lock_guard<std::mutex> lock(decoding_);
    const auto found = decoded_.find(entry);
    if (found != decoded_.end()) return found->second;
    const Function* function = ast_.find_function(entry);
    if (!function || !function->entry || !function->has_body) {
        std::string known;
        for (const std::string& name : entries()) known += (known.empty() ? "" : ", ") + name;
        throw InputError(file() + ": no entry '" + entry + "'; the file has " + (known.empty() ? "none" : known));
    }
    Decoded result;
    result.program = std::make_shared<Program>(build_program(ast_, *function, result.problems));
    return decoded_[entry] = std::move(result);
}

std::vector<Problem> PtxModule::unsupported(const std::string& entry) const {
    return decoded(entry).problems;
}

const Program& PtxModule::program(const std::string& entry) const {
    const Decoded& result = decoded(entry);
    if (result.problems.empty()) return *result.program;
    std::string message;
    for (std::size_t i = 0; i < result.problems.size() && i < shown_problems; ++i)
        message += (i ? "\n" : "") + located(file(), result.problems[i]);
    if (result.problems.size() > shown_problems)
        message += "\nand " + std::to_string(result.problems.size() - shown_problems) + " more";
    throw InputError(message);
}

std::uint64_t PtxModule::offset_of(const Variable& wanted) const {
    std::uint64_t end = 0;
    for (const Variable& variable : ast_.variables) {
        if (variable.space != wanted.space || variable.unsized) continue;
        end = (end + variable.alignment - 1) / variable.alignment * variable.alignment;
        if (&variable == &wanted) break;
        end += variable.bytes;
    }
    return end;
}

std::vector<std::uint8_t> PtxModule::image(Space space, const AddressSpaceLayout& layout) const {
    std::vector<std::uint8_t> bytes;
    for (const Variable& variable : ast_.variables) {
        if (variable.space != space) continue;
        const std::uint64_t offset = offset_of(variable);
        if (offset + variable.bytes > max_image_bytes)
            ast_.source.fail(variable.at, "the module's variables take too much memory");
        bytes.resize(offset + variable.bytes);
        if (!variable.contents.empty())
            std::memcpy(bytes.data() + offset, variable.contents.data(), variable.contents.size());
        for (const Reference& reference : variable.references) {
            const Variable& target = *ast_.find_variable(reference.symbol);
            std::uint64_t address = offset_of(target) + static_cast<std::uint64_t>(reference.addend);
            if (target.space == Space::global)
                address += layout.global_base;
            else if (reference.generic)
                address += window_base(target.space);
            std::memcpy(bytes.data() + offset + reference.offset, &address, 8);
        }
    }
    return bytes;
}

std::vector<std::uint8_t> PtxModule::global_image(const AddressSpaceLayout& layout) const {
    return image(Space::global, layout);
}

std::uint64_t PtxModule::global_address(const std::string& name, const AddressSpaceLayout& layout) const {
    const Variable* variable = ast_.find_variable(name);
    if (!variable || variable->space != Space::global)
        throw InputError(file() + ": no .global variable '" + name + "'");
    return layout.global_base + offset_of(*variable);
}

void PtxModule::check_launch(const Program& program, const Launch& launch) const {
    const Dim3 &grid = launch.grid, &block = launch.block;
    const auto fail = [&](const std::string& what) {
        throw InputError(file() + ": launch of '" + program.name + "': " + what);
    };
    const auto shape = [](const Dim3& size) {
        return std::to_string(size.x) + "x" + std::to_string(size.y) + "x" + std::to_string(size.z);
    };
    // Whoever launches may have given any sizes: their product need not fit 64 bits.
    const auto empty = [](const Dim3& size) { return size.x == 0 || size.y == 0 || size.z == 0; };
    const auto exceeds = [](const Dim3& size, std::uint64_t most) {
        return std::uint64_t{size.x} * size.y > most / size.z;
    };
    if (empty(grid) || empty(block)) fail("grid and block must not be empty");
    if (exceeds(grid, 0xffffffff)) fail("the grid has more than 2^32 - 1 CTAs");
    if (exceeds(block, 1024)) fail("a block of " + shape(block) + " threads, at most 1024 are possible");
    const std::uint32_t* required = program.required_threads;
    if (required[0] != 0 && (required[0] != block.x || required[1] != block.y || required[2] != block.z))
        fail("a block of " + shape(block) + " threads, the entry requires " +
             shape({required[0], required[1], required[2]}));
    if (program.max_threads != 0 && block.count() > program.max_threads)
        fail("a block of " + shape(block) + " threads, the entry allows " + std::to_string(program.max_threads));
    if (launch.dynamic_shared_bytes > ~std::uint32_t{0} - program.dynamic_shared_offset)
        fail(std::to_string(launch.dynamic_shared_bytes) + " bytes of dynamic shared memory behind " +
             std::to_string(program.dynamic_shared_offset) + " of static, at most 2^32 - 1 are possible together");
}

std::vector<std::uint8_t> PtxModule::parameter_image(const Program& program,
                                                     const std::vector<Argument>& arguments) const {
    const std::string where = file() + ": launch of '" + program.name + "': ";
    if (arguments.size() != program.parameters.size())
        throw InputError(where + std::to_string(arguments.size()) + " arguments, the entry has " +
                         std::to_string(program.parameters.size()) + " parameters");
    std::vector<std::uint8_t> bytes(program.parameter_bytes);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i].size() != program.parameters[i]->bytes)
            throw InputError(where + "argument " + std::to_string(i) + " has " + std::to_string(arguments[i].size()) +
                             " bytes, parameter '" + program.parameters[i]->name + "' has " +
                             std::to_string(program.parameters[i]->bytes));
        std::copy(arguments[i].begin(), arguments[i].end(), bytes.begin() + program.parameter_offsets[i]);
    }
    return bytes;
}

std::unique_ptr<PtxKernel> PtxModule::kernel(const std::string& entry, Dim3 grid, Dim3 block,
                                             const std::vector<Argument>& arguments, std::uint32_t dynamic_shared_bytes,
                                             const AddressSpaceLayout& layout) const {
    const Program& checked = program(entry);
    Launch launch;
    launch.grid = grid;
    launch.block = block;
    launch.dynamic_shared_bytes = dynamic_shared_bytes;
    launch.layout = layout;
    check_launch(checked, launch);
    launch.parameters = parameter_image(checked, arguments);
    launch.constants = image(Space::constant, layout);
    return std::make_unique<PtxKernel>(decoded(entry).program, std::move(launch));
}

std::shared_ptr<const PtxModule> parse_ptx(const std::string& text, const std::string& file) {
    return std::make_shared<PtxModule>(parse_module(Source{file, text}));
}

}  // namespace heddle::ptx
