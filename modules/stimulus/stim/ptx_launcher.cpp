#include "heddle/stimulus/stim/ptx_launcher.h"

#include <limits>

#include "heddle/stimulus/stim/ptx_argument.h"

namespace heddle::stim {
namespace {

constexpr std::int64_t max_ctas = std::numeric_limits<std::int32_t>::max();

std::string plural(std::size_t count, const char* what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// A module's dynamic shared memory is known to all its entries; only those that name it need some.
bool uses_dynamic_shared(const ptx::Program& program) {
    for (const ptx::FixedValue& value : program.fixed)
        if (value.kind == ptx::FixedValue::Kind::symbol && program.variables[value.index].variable->unsized)
            return true;
    return false;
}

}  // namespace

PtxLauncher::PtxLauncher(const KernelSyntax& syntax, const PtxFiles& files, HostScope& scope)
    : syntax_(syntax),
      files_(files),
      scope_(scope),
      file_(files.with_entry(syntax.entry, syntax.entry_at)),
      program_(file_.module->program(syntax.entry)) {
    check_shape();
    if (syntax.has_arguments) check(nullptr);
    // The shape may be asked for before the first launch.
    std::vector<ptx::Argument> zeros;
    for (const ptx::Variable* parameter : program_.parameters) zeros.emplace_back(parameter->bytes);
    make(syntax.shape.grid, std::move(zeros));
}

void PtxLauncher::check_shape() const {
    const Dim3& block = syntax_.shape.block;
    const Source& source = scope_.source();
    const std::uint32_t* required = program_.required_threads;
    const auto shown = [](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        return std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z);
    };
    if (required[0] != 0 && (required[0] != block.x || required[1] != block.y || required[2] != block.z))
        source.fail(syntax_.block_at, "entry '" + syntax_.entry + "' requires blocks of " +
                                          shown(required[0], required[1], required[2]) + "; found " +
                                          shown(block.x, block.y, block.z));
    if (program_.max_threads != 0 && block.count() > program_.max_threads)
        source.fail(syntax_.block_at, "the block has " + std::to_string(block.count()) + " threads; entry '" +
                                          syntax_.entry + "' allows " + std::to_string(program_.max_threads));
    if (uses_dynamic_shared(program_) && syntax_.dynamic_shared_bytes == 0)
        source.fail(syntax_.at, "entry '" + syntax_.entry + "' uses dynamic shared memory; expected 'shared BYTES'");
}

const std::vector<ArgumentSyntax>& PtxLauncher::arguments(const HostStatement* launch) const {
    return launch && launch->has_arguments ? launch->arguments : syntax_.arguments;
}

void PtxLauncher::check(const HostStatement* launch) const {
    const std::vector<ArgumentSyntax>& given = arguments(launch);
    if (given.size() != program_.parameters.size())
        scope_.source().fail(launch ? launch->at : syntax_.at, plural(given.size(), "argument") + "; entry '" +
                                                                   syntax_.entry + "' expected " +
                                                                   std::to_string(program_.parameters.size()));
    for (std::size_t i = 0; i < given.size(); ++i) check_argument(given[i], i);
    if (launch)
        for (const ExpressionPtr& size : launch->grid) scope_.check_integer(*size, "a grid size");
}

void PtxLauncher::check_argument(const ArgumentSyntax& argument, std::size_t parameter) const {
    const Expression& value = *argument.value;
    const Source& source = scope_.source();
    if (argument.address) scope_.check(value);
    if (argument.address || (value.kind == Expression::Kind::name && scope_.buffers().find(value.name)))
        return check_kind(source, value.at, ArgumentKind::address, program_, parameter);
    const bool real = scope_.check(value);
    check_kind(source, value.at, real ? ArgumentKind::real : ArgumentKind::integer, program_, parameter);
    if (const auto constant = constant_value(source, value))
        to_argument(source, value.at, *constant, program_, parameter);
}

ptx::Argument PtxLauncher::value_of(const ArgumentSyntax& argument, std::size_t parameter, HostMemory& memory) const {
    const Expression& value = *argument.value;
    if (argument.address)
        return ptx::argument(scope_.address(scope_.buffer(value.name, value.at), *value.arguments[0], memory));
    if (value.kind == Expression::Kind::name)
        if (const MemoryArray* array = scope_.buffers().find(value.name)) return ptx::argument(array->base);
    return to_argument(scope_.source(), value.at, scope_.value(value, memory), program_, parameter);
}

Dim3 PtxLauncher::grid_of(const HostStatement* launch, HostMemory& memory) const {
    if (!launch || launch->grid.empty()) return syntax_.shape.grid;
    std::uint32_t sizes[3] = {1, 1, 1};
    std::int64_t left = max_ctas;
    for (std::size_t i = 0; i < launch->grid.size(); ++i) {
        const std::int64_t size = scope_.value(*launch->grid[i], memory).integer;
        if (size < 1 || size > left)
            scope_.source().fail(launch->grid[i]->at, "a grid size is " + std::to_string(size) +
                                                          "; expected at least 1, and at most 2147483647 CTAs");
        sizes[i] = static_cast<std::uint32_t>(size);
        left /= size;
    }
    return {sizes[0], sizes[1], sizes[2]};
}

void PtxLauncher::prepare(const HostStatement* launch, HostMemory& memory) {
    const std::vector<ArgumentSyntax>& given = arguments(launch);
    std::vector<ptx::Argument> values;
    for (std::size_t i = 0; i < given.size(); ++i) values.push_back(value_of(given[i], i, memory));
    const Dim3 grid = grid_of(launch, memory);
    const bool same_grid = grid.x == made_grid_.x && grid.y == made_grid_.y && grid.z == made_grid_.z;
    if (!same_grid || values != made_values_) make(grid, std::move(values));
}

void PtxLauncher::make(Dim3 grid, std::vector<ptx::Argument> values) {
    kernel_ = file_.module->kernel(syntax_.entry, grid, syntax_.shape.block, values, syntax_.dynamic_shared_bytes,
                                   file_.layout);
    if (syntax_.registers_given) kernel_->set_registers(syntax_.shape.registers_per_thread);
    kernel_->set_address_check(&files_.addresses());
    kernel_->set_place(scope_.source().name_of(syntax_.at) + ":" + std::to_string(syntax_.at.line));
    made_grid_ = grid;
    made_values_ = std::move(values);
}

}  // namespace heddle::stim
