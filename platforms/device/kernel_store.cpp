#include "heddle/platforms/device/kernel_store.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "heddle/base/error.h"
#include "heddle/stimulus/stim/near_names.h"

namespace heddle {
namespace {

constexpr std::uint64_t image_alignment = 256;

std::string text_of_module(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw InputError(path + ": cannot be opened; expected a readable PTX file");
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (file.bad() || text.empty()) throw InputError(path + ": cannot be read; expected a PTX file");
    return text;
}

// The packed arguments, parameter by parameter.
std::vector<ptx::Argument> split(const ptx::Program& program, const std::vector<std::uint8_t>& packed) {
    if (packed.size() != program.parameter_bytes) {
        std::string expected;
        for (std::size_t i = 0; i < program.parameters.size(); ++i)
            expected += (i ? ", ." : ": .") + std::string(ptx::name_of(program.parameters[i]->type)) + " at " +
                        std::to_string(program.parameter_offsets[i]);
        throw InputError("launch of '" + program.name + "' with " + std::to_string(packed.size()) +
                         " bytes of arguments; its parameters take " + std::to_string(program.parameter_bytes) +
                         expected);
    }
    std::vector<ptx::Argument> arguments;
    for (std::size_t i = 0; i < program.parameters.size(); ++i) {
        const auto first = packed.begin() + program.parameter_offsets[i];
        arguments.emplace_back(first, first + static_cast<std::ptrdiff_t>(program.parameters[i]->bytes));
    }
    return arguments;
}

}  // namespace

MemoryImage KernelStore::load(const std::string& path, const ModuleMemory& memory) {
    Module module;
    module.ptx = ptx::parse_ptx(text_of_module(path), path);
    refuse_known_entries(*module.ptx);
    const std::optional<std::uint64_t> globals = memory.globals ? memory.globals : memory_.globals;
    const std::optional<std::uint64_t> locals = memory.locals ? memory.locals : memory_.locals;
    module.layout.global_base = globals.value_or(0);
    module.layout.local_base = locals.value_or(0);
    module.has_locals = locals.has_value();
    MemoryImage image{module.layout.global_base, module.ptx->global_image(module.layout)};
    if (!image.bytes.empty() && !globals)
        throw InputError(path + ": has .global variables of " + std::to_string(image.bytes.size()) +
                         " bytes; with external memory expected an address for them (ModuleMemory::globals)");
    if (!memory.globals && globals)
        *memory_.globals += (image.bytes.size() + image_alignment - 1) / image_alignment * image_alignment;
    modules_.push_back(std::move(module));
    return image;
}

void KernelStore::refuse_known_entries(const ptx::PtxModule& ptx) const {
    for (const Module& module : modules_)
        for (const std::string& known : module.ptx->entries())
            for (const std::string& entry : ptx.entries())
                if (known == entry)
                    throw InputError(ptx.file() + ": entry '" + entry + "' is in '" + module.ptx->file() +
                                     "', too; a launch names it, so expected it in one file");
}

const KernelStore::Module& KernelStore::module_of(const std::string& entry) const {
    std::vector<std::string> known;
    for (const Module& module : modules_)
        for (const std::string& name : module.ptx->entries()) {
            if (name == entry) return module;
            known.push_back(name);
        }
    if (modules_.empty())
        throw InputError("launch of '" + entry +
                         "', but no file with kernels is loaded; expected load_module() before");
    throw InputError("launch of unknown kernel '" + entry + "'; expected one of " + stim::near_names(entry, known));
}

std::unique_ptr<ptx::PtxKernel> KernelStore::make(const LaunchDescriptor& launch) const {
    const Module& module = module_of(launch.kernel);
    const ptx::Program& program = module.ptx->program(launch.kernel);
    if (program.local_bytes > 0 && !module.has_locals)
        throw InputError(module.ptx->file() + ": kernel '" + launch.kernel + "' has " +
                         std::to_string(program.local_bytes) +
                         " bytes of .local memory per thread; with external memory expected an address for it "
                         "(ModuleMemory::locals)");
    auto kernel = module.ptx->kernel(launch.kernel, launch.grid, launch.block, split(program, launch.arguments),
                                     launch.shared_bytes, module.layout);
    const Occupancy fits = occupancy(kernel->shape(), limits_);
    if (fits.ctas == 0)
        throw InputError("launch of '" + launch.kernel + "': one CTA of " + std::to_string(launch.block.count()) +
                         " threads does not fit into an SM (limited by " + fits.limited_by + ")");
    return kernel;
}

std::uint32_t KernelStore::prepare(const LaunchDescriptor& launch) {
    std::vector<std::uint8_t> bytes = launch.bytes();
    auto slot = std::find_if(slots_.begin(), slots_.end(), [&](const Slot& s) { return !s.used && s.launch == bytes; });
    if (slot == slots_.end()) {
        std::unique_ptr<ptx::PtxKernel> kernel = make(launch);
        slot = std::find_if(slots_.begin(), slots_.end(), [](const Slot& s) { return !s.used; });
        if (slot == slots_.end()) slot = slots_.emplace(slots_.end());
        slot->launch = std::move(bytes);
        slot->kernel = std::move(kernel);
    }
    slot->used = true;
    return static_cast<std::uint32_t>(slot - slots_.begin());
}

}  // namespace heddle
