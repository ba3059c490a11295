// The three ways a run can fail, one type each; platforms turn them into exit codes. Messages about what a user gave
// quote it: they are made printable here, once for all who raise them.
#pragma once

#include <stdexcept>
#include <string>

#include "heddle/base/printable.h"

namespace heddle {

// The user's file is wrong: exit code 2. Message: "file:line:column: what, and what was expected".
class InputError : public std::runtime_error {
public:
    explicit InputError(const std::string& message) : std::runtime_error(printable(message)) {}
    InputError(const std::string& file, unsigned line, unsigned column, const std::string& message)
        : InputError(file + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + message) {}
};

// A parameter's value is wrong: exit code 2. Message names the key: "l2_slice.line_bytes: ...".
class ParameterError : public std::runtime_error {
public:
    ParameterError(const std::string& key, const std::string& message)
        : std::runtime_error(printable(key + ": " + message)) {}
};

// The simulated machine failed (deadlock, fault, wrong data): exit code 1.
class SimulationError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace heddle
