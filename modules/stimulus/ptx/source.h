// Where something stands in a PTX file, and how an error about it is raised.
#pragma once

#include <string>

#include "heddle/base/error.h"

namespace heddle::ptx {

struct Position {
    unsigned line = 1;
    unsigned column = 1;  // in bytes, from 1
};

struct Source {
    std::string name;
    std::string text;

    [[noreturn]] void fail(Position at, const std::string& message) const {
        throw InputError(name, at.line, at.column, message);
    }
};

}  // namespace heddle::ptx
