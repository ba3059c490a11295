// Where something stands in a stimulus and the files it includes, and how an error about it is raised.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "heddle/base/error.h"

namespace heddle::stim {

struct Position {
    unsigned line = 1;
    unsigned column = 1;  // in bytes, from 1
    unsigned file = 0;    // of the source's files
};

class Source {
public:
    // The stimulus itself is file 0.
    explicit Source(std::string name) { add_file(std::move(name)); }

    unsigned add_file(std::string name) {
        names_.push_back(std::move(name));
        return static_cast<unsigned>(names_.size() - 1);
    }
    const std::string& name_of(Position at) const { return names_[at.file]; }
    // "file:line", or "line 7" if `from` is in the same file.
    std::string place_seen_from(Position from, Position at) const {
        const std::string line = std::to_string(at.line);
        return from.file == at.file ? "line " + line : name_of(at) + ":" + line;
    }

    // The files beside the stimulus that it names, included or not; a file may be there twice.
    void note_read(std::string file) const { read_.push_back(std::move(file)); }
    const std::vector<std::string>& files_read() const { return read_; }

    [[noreturn]] void fail(Position at, const std::string& message) const {
        throw InputError(name_of(at), at.line, at.column, message);
    }

private:
    std::vector<std::string> names_;
    mutable std::vector<std::string> read_;
};

}  // namespace heddle::stim
