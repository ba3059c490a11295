// trace_pack: makes one file of a trace that is mapped and executed as it stands.
#include <iostream>
#include <string>
#include <vector>

#include "heddle/base/error.h"
#include "heddle/stimulus/trace/packed/packer.h"

namespace {

void explain(std::ostream& out, const char* program) {
    out << "usage: " << program
        << " kernelslist.g FILE.htrace\n"
           "Packs the kernels that an Accel-Sim list names, .traceg or .traceg.xz, into one file that is read without\n"
           "decoding: give it as --stimulus in place of the list. Results are the same. The text is checked on the "
           "way.\n";
}

}  // namespace

int main(int argc, char* argv[]) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() == 1 && words[0] == "--help") {
        explain(std::cout, argv[0]);
        return 0;
    }
    if (words.size() != 2) {
        explain(std::cerr, argv[0]);
        return 2;
    }
    try {
        const heddle::traces::packed::PackedSize size = heddle::traces::packed::pack(words[0], words[1]);
        std::cout << words[1] << ": " << size.kernels << " kernels, " << size.blocks << " thread blocks, " << size.bytes
                  << " bytes\n";
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "trace_pack: error: " << error.what() << "\n";
        return dynamic_cast<const heddle::InputError*>(&error) ? 2 : 1;
    }
}
