#include "heddle/base/trace.h"

#include "heddle/base/error.h"
#include "heddle/base/waveform.h"

namespace heddle {

std::size_t trace(sc_core::sc_trace_file* file, sc_core::sc_object& module) {
    if (!file)
        throw InputError(std::string(module.name()) +
                         ": there is no file to trace to, expected one of sc_create_vcd_trace_file");
    std::size_t count = 0;
    for_each_block(&module, [&](Block& block) {
        for (Signal* signal : block.signals()) {
            signal->record_for(*file, block);
            ++count;
        }
    });
    return count;
}

}  // namespace heddle
