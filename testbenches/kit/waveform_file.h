// A waveform of everything there is, or of the blocks whose names match a pattern, in a file of its own: what a test
// bench leaves to look at.
#pragma once

#include <fstream>
#include <string>

#include "heddle/base/error.h"
#include "heddle/base/waveform.h"

namespace heddle {

class WaveformFile {
public:
    explicit WaveformFile(const std::string& path, const std::string& scope_pattern = "")
        : path_(path), file_(path), waveform_(file_, scope_pattern, {}) {
        require_written();
    }

    void close() {
        waveform_.close();
        file_.close();
        require_written();
    }

private:
    void require_written() const {
        if (!file_) throw InputError(path_ + ": cannot be written");
    }

    std::string path_;
    std::ofstream file_;
    Waveform waveform_;
};

}  // namespace heddle
