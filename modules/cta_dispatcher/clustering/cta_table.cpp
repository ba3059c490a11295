#include "heddle/cta_dispatcher/clustering/cta_table.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "heddle/base/byte_order_mark.h"
#include "heddle/base/error.h"
#include "heddle/base/word_list.h"
#include "heddle/cta_dispatcher/clustering/table_indexing.h"

namespace heddle {
namespace {

class TableReader {
public:
    TableReader(const std::string& path, const std::string& key) : path_(path), key_(key) {}

    std::vector<std::uint32_t> read() {
        std::ifstream file(path_);
        std::string line;
        // A folder opens, but cannot be read.
        if (!file || (file.peek() == std::ifstream::traits_type::eof() && !file.eof()))
            throw ParameterError(key_, "file '" + path_ + "' cannot be read (" + std::strerror(errno) + ")");
        for (unsigned number = 1; std::getline(file, line); ++number) {
            if (number == 1 && line.rfind(byte_order_mark, 0) == 0) line.erase(0, byte_order_mark.size());
            read_line(line, number);
        }
        if (table_.empty()) throw ParameterError(key_, "file '" + path_ + "' has no numbers of CTAs");
        if (const auto fault = fault_of(table_))
            fail(lines_[fault->entry], "entry " + std::to_string(fault->entry) + " of the table is " + fault->reason +
                                           "; expected every CTA exactly once");
        return table_;
    }

private:
    void read_line(const std::string& line, unsigned number) {
        std::istringstream words(line.substr(0, line.find('#')));
        for (std::string word; words >> word;) {
            if (!is_number(word, 9)) fail(number, "'" + word + "', expected the number of a CTA");
            table_.push_back(static_cast<std::uint32_t>(std::stoul(word)));
            lines_.push_back(number);
        }
    }
    [[noreturn]] void fail(unsigned line, const std::string& what) const {
        throw InputError(path_ + ":" + std::to_string(line) + ": " + key_ + ": " + what);
    }

    const std::string path_, key_;
    std::vector<std::uint32_t> table_;
    std::vector<unsigned> lines_;  // of the file, for each entry
};

}  // namespace

std::vector<std::uint32_t> read_cta_table(const std::string& path, const std::string& key) {
    return TableReader(path, key).read();
}

}  // namespace heddle
