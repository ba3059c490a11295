// The form of the table at the end of a run: label, value, note.
#pragma once

#include <iomanip>
#include <ostream>
#include <string>

#include "heddle/platforms/common/text.h"

namespace heddle {

class TableWriter {
public:
    explicit TableWriter(std::ostream& out) : out_(out) {}

    void row(const std::string& label, const std::string& value, const std::string& note = "") {
        out_ << "  " << std::left << std::setw(24) << label << std::right << std::setw(16) << value
             << (note.empty() ? "" : "   " + note) << "\n";
    }
    void heading(const std::string& text) { out_ << text << "\n"; }

private:
    std::ostream& out_;
};

inline std::string percent(double part) {
    return with_decimals(100 * part, 1) + " %";
}

}  // namespace heddle
