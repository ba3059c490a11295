// Configuration as INI text: [l2_slice] sections, key = value lines, # comments.
#pragma once

#include <iosfwd>
#include <string>

#include "heddle/platforms/common/parameter_set.h"

namespace heddle {

// A configuration, and what messages call it: the file's path.
struct ConfigText {
    std::string name, text;
};
// Throws InputError if the file cannot be read.
ConfigText load_config_file(const std::string& path);

// Sets every parameter the text names. Throws InputError with name and line for anything that is not understood.
void read_config(std::istream& in, const std::string& name, ParameterSet& parameters);
void read_config(const ConfigText& config, ParameterSet& parameters);
void read_config_file(const std::string& path, ParameterSet& parameters);

// Whether it describes a whole machine: [preset] whole_machine = true. What such a configuration does not name has the
// modules' defaults, because the platform's own preset, which is another machine, is not read then.
bool describes_whole_machine(const ConfigText& config);

// The effective configuration with unit and meaning of each parameter; read_config() takes it back.
void write_config(std::ostream& out, const ParameterSet& parameters);

}  // namespace heddle
