#include "kit/foreign_plan.h"

#include <sstream>

namespace heddle {

ForeignPlan::ForeignPlan(const ForeignTraffic& traffic)
    : traffic_(traffic),
      random_(traffic.seed),
      bytes_(traffic.footprint_bytes, 0),
      in_use_(traffic.footprint_bytes / line, 0) {}

bool ForeignPlan::next(Access& access) {
    for (int attempt = 0; attempt < 16; ++attempt) {
        const std::size_t index = random_() % in_use_.size();
        access.write = random_() % 100 < traffic_.write_percent;
        if (access.write ? in_use_[index] != 0 : in_use_[index] < 0) continue;
        const unsigned offset = random_() % 3 ? 4 * (random_() % (line / 4)) : random_() % line;
        access.length = random_() % 4 ? 1 + random_() % (line - offset) : line - offset;
        access.address = traffic_.base + index * line + offset;
        access.enable_length = 0;
        if (access.write) fill_write(access);
        in_use_[index] = access.write ? -1 : in_use_[index] + 1;
        return true;
    }
    return false;
}

void ForeignPlan::fill_write(Access& access) {
    for (unsigned i = 0; i < access.length; ++i) access.data[i] = static_cast<std::uint8_t>(random_());
    if (random_() % 100 < traffic_.enables_percent) {
        access.enable_length = random_() % 2 ? access.length : 1 + random_() % access.length;
        for (unsigned i = 0; i < access.enable_length; ++i) access.enables[i] = random_() % 2 ? 0xff : 0;
    }
    for (unsigned i = 0; i < access.length; ++i)
        if (!access.enable_length || access.enables[i % access.enable_length])
            bytes_[access.address - traffic_.base + i] = access.data[i];
}

void ForeignPlan::finish(const Access& access, const std::uint8_t* data, bool ok) {
    ++finished_;
    int& in_use = in_use_[(access.address - traffic_.base) / line];
    in_use = access.write ? 0 : in_use - 1;
    if (!ok) return error(access, "response is not OK");
    if (access.write) return;
    for (unsigned i = 0; i < access.length; ++i)
        if (data[i] != expected(access.address + i)) {
            std::ostringstream text;
            text << "byte " << i << " is " << std::hex << int(data[i]) << ", expected "
                 << int(expected(access.address + i));
            return error(access, text.str());
        }
}

void ForeignPlan::error(const Access& access, const std::string& what) {
    ++errors_;
    if (!first_error_.empty()) return;
    std::ostringstream text;
    text << (access.write ? "write" : "read") << " of " << access.length << " B at 0x" << std::hex << access.address
         << ": " << what;
    first_error_ = text.str();
}

}  // namespace heddle
