// What is fed with arbitrary text: by libFuzzer (scripts/fuzz.sh) and by the mutation test.
#pragma once

#include <string>

namespace heddle::fuzz {

// Parses the text as PTX, decodes every entry, makes a kernel of each and runs some instructions of it. Malformed text
// must end in an InputError and a kernel that goes wrong in a SimulationError: these are caught, anything else is a
// bug. True if the text is a module that was accepted.
bool ptx(const std::string& text);

// The same for a stimulus file, up to the compiled kernels.
bool stim(const std::string& text);

// The text as a list of kernels, and as a kernel's trace of which some blocks run, the last first. True if it is a
// trace that was accepted.
bool trace(const std::string& text);

// The bytes as a packed trace, of whose kernels some blocks run: as they are, and then with the checksums, the length
// and the table of opcodes that such a file would have. True if it was accepted then.
bool packed(const std::string& bytes);

// The text as a configuration file for some of the modules, whose values are then validated. What is accepted is
// written and read back. True if it was accepted.
bool config(const std::string& text);

}  // namespace heddle::fuzz
