// What went wrong in a run, as its user and the shell are told: a message each, and one exit code for all.
#pragma once

#include <algorithm>
#include <ostream>
#include <string>

namespace heddle {

class Complaints {
public:
    Complaints(std::ostream& err, std::string program) : err_(err), program_(std::move(program)) {}

    // The highest code counts: 128 + signal before 2 (input, usage, an output) before 1 (the simulation).
    void add(int code, const std::string& message) {
        err_ << "heddle " << program_ << ": error: " << message << std::endl;
        add(code);
    }
    void add(int code) { code_ = std::max(code_, code); }
    int code() const { return code_; }

private:
    std::ostream& err_;
    const std::string program_;
    int code_ = 0;
};

}  // namespace heddle
