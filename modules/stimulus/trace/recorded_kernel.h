// A kernel whose instructions were recorded: in Accel-Sim's text, or packed.
#pragma once

#include "heddle/stimulus/trace/form_decoder.h"

namespace heddle::traces {

class RecordedKernel : public Kernel {
public:
    // The host calls them around a launch, while no SM runs the kernel. begin() makes the blocks ready to be taken;
    // end() checks that the recording ends as it should. Both throw InputError.
    virtual void begin() = 0;
    virtual void end() = 0;
    // Does what it can of begin() before its time, while `before` runs (null: nothing runs yet). What goes wrong shows
    // in begin().
    virtual void prepare(const RecordedKernel* before) = 0;

    const KernelShape& shape() const override { return header_.shape; }
    std::uint32_t scoreboard_registers() const override {
        return header_.shape.registers_per_thread + FormDecoder::copy_registers;
    }
    unsigned bytes_per_pc() const override { return 1; }
    bool has_values() const override { return false; }
    // Executors are made between begin() and end().

    const KernelHeader& header() const { return header_; }
    const TraceNotes& notes() const { return notes_; }

protected:
    KernelHeader header_;
    TraceNotes notes_;
};

}  // namespace heddle::traces
