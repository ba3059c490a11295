// The PTX files of a stimulus: read, placed in memory behind the buffers, and what their kernels may touch.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heddle/stimulus/ptx/ptx_module.h"
#include "heddle/stimulus/stim/buffers.h"

namespace heddle::stim {

struct PtxFile {
    std::shared_ptr<const ptx::PtxModule> module;
    ptx::AddressSpaceLayout layout;
    std::vector<std::uint8_t> global_image;
};

class PtxFiles {
public:
    PtxFiles(const Source& source, const std::vector<PtxSyntax>& files, const Buffers& buffers);

    void initialise(HostMemory& memory) const;
    // The file that has the entry; fails at `at` where none or several have it.
    const PtxFile& with_entry(const std::string& entry, Position at) const;
    const ptx::AddressCheck& addresses() const { return addresses_; }

private:
    const Source& source_;
    std::vector<PtxFile> files_;
    ptx::AddressCheck addresses_;
};

}  // namespace heddle::stim
