// Configuration as INI text: [l2_slice] sections, key = value lines, # comments.
#pragma once

#include <iosfwd>
#include <string>

#include "heddle/platforms/common/parameter_set.h"

namespace heddle {

// Sets every parameter the file names. Throws InputError with file and line for anything that is not understood.
void read_config_file(const std::string& path, ParameterSet& parameters);
void read_config(std::istream& in, const std::string& name, ParameterSet& parameters);

// Whether the file describes a whole machine: [preset] whole_machine = true. What such a file does not name has the
// modules' defaults, because the platform's own preset, which is another machine, is not read then.
bool describes_whole_machine(const std::string& path);

// The effective configuration with unit and meaning of each parameter; read_config() takes it back.
void write_config(std::ostream& out, const ParameterSet& parameters);

}  // namespace heddle
