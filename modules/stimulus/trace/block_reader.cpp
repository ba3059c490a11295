#include "heddle/stimulus/trace/block_reader.h"

#include <limits>

namespace heddle::traces {
namespace {

constexpr BlockWarp no_warp{std::numeric_limits<std::uint32_t>::max(), std::numeric_limits<std::uint32_t>::max()};

bool is_missing(const BlockWarp& warp) {
    return warp.addresses == no_warp.addresses;
}

std::string begin_of(std::string_view line) {
    return "'" + std::string(line.substr(0, 40)) + "'";
}

}  // namespace

BlockReader::BlockReader(const KernelHeader& header, LineReader& lines, DecodedTables& tables, TraceNotes& notes)
    : header_(header),
      lines_(lines),
      decoder_(header, lines, tables, notes),
      paths_(tables.paths),
      seen_(header.shape.ctas()) {}

// The next line that is not blank.
bool BlockReader::next_line(std::string_view& line) {
    while (lines_.next(line))
        if (!Scanner(line).at_end()) return true;
    return false;
}

std::string_view BlockReader::expect_line(const char* what) {
    std::string_view line;
    if (!next_line(line)) lines_.fail(std::string("the file ends inside a thread block; expected ") + what);
    return line;
}

bool BlockReader::next(Block& block) {
    block.words.clear();
    block.warps.assign(header_.shape.warps_per_cta(), no_warp);
    std::string_view line;
    if (!next_line(line)) {
        check_end();
        return false;
    }
    if (!Scanner(line).take("#BEGIN_TB")) lines_.fail(begin_of(line) + " between thread blocks; expected '#BEGIN_TB'");
    block.cta = read_place(expect_line("'thread block = x,y,z'"));
    while (true) {
        line = expect_line("'warp = ...' or '#END_TB'");
        if (Scanner(line).take("#END_TB")) break;
        read_warp(line, block);
    }
    for (std::size_t warp = 0; warp < block.warps.size(); ++warp)
        if (is_missing(block.warps[warp]))
            lines_.fail("the thread block has no instructions of warp " + std::to_string(warp) + "; a block of " +
                        std::to_string(header_.shape.threads_per_cta()) + " threads has warps 0 to " +
                        std::to_string(block.warps.size() - 1));
    seen_[block.cta] = true;
    ++blocks_;
    return true;
}

std::uint32_t BlockReader::read_place(std::string_view line) {
    Scanner scanner(line);
    std::uint64_t x, y, z;
    const bool good = scanner.take("thread block") && scanner.take('=') && scanner.decimal(x) && scanner.take(',') &&
                      scanner.decimal(y) && scanner.take(',') && scanner.decimal(z) && scanner.at_end();
    if (!good) lines_.fail(begin_of(line) + "; expected 'thread block = x,y,z' after '#BEGIN_TB'");
    const Dim3& grid = header_.shape.grid;
    if (x >= grid.x || y >= grid.y || z >= grid.z)
        lines_.fail("the thread block is outside the grid of (" + std::to_string(grid.x) + "," +
                    std::to_string(grid.y) + "," + std::to_string(grid.z) + ")");
    const std::uint64_t cta = x + grid.x * (y + grid.y * z);
    if (seen_[cta]) lines_.fail("the thread block came before; expected each block of the grid once");
    return static_cast<std::uint32_t>(cta);
}

std::uint64_t BlockReader::read_count(std::string_view line, const char* name) {
    Scanner scanner(line);
    std::uint64_t value;
    if (!scanner.take(name) || !scanner.take('=') || !scanner.decimal(value) || !scanner.at_end())
        lines_.fail(begin_of(line) + "; expected '" + name + " = <number>'");
    return value;
}

void BlockReader::read_warp(std::string_view line, Block& block) {
    const std::uint64_t warp = read_count(line, "warp");
    if (warp >= block.warps.size())
        lines_.fail("warp " + std::to_string(warp) + "; a block of " + std::to_string(header_.shape.threads_per_cta()) +
                    " threads has warps 0 to " + std::to_string(block.warps.size() - 1));
    if (!is_missing(block.warps[warp])) lines_.fail("warp " + std::to_string(warp) + " came before in this block");
    const std::uint64_t count = read_count(expect_line("'insts = <number>'"), "insts");
    if (count == 0) lines_.fail("insts = 0; expected at least the warp's EXIT");
    block.warps[warp].addresses = static_cast<std::uint32_t>(block.words.size());
    decoder_.start_warp(block.cta, static_cast<std::uint32_t>(warp));
    for (std::uint64_t i = 1; i <= count; ++i) {
        if (i < count && decoder_.decode_guessed(lines_)) continue;
        if (!next_line(line))
            lines_.fail("the file ends after " + std::to_string(i - 1) + " of " + std::to_string(count) +
                        " instructions of the warp; is it cut off?");
        decoder_.decode(line, i == count, block.words);
    }
    finish_warp(block.warps[warp], block);
}

void BlockReader::finish_warp(BlockWarp& warp, Block& block) {
    const auto address_words = static_cast<std::uint32_t>(block.words.size() - warp.addresses);
    if (paths_.find(decoder_.path(), address_words, warp.path)) return;
    const std::vector<std::uint32_t>& path = decoder_.path();
    if (block.words.size() + path.size() >= BlockWarp::own_path_flag)
        lines_.fail("the thread block has more than 8 GiB of instructions; expected a smaller one");
    warp.path = static_cast<std::uint32_t>(block.words.size()) | BlockWarp::own_path_flag;
    block.words.insert(block.words.end(), path.begin(), path.end());
}

void BlockReader::check_end() {
    if (blocks_ == header_.shape.ctas()) return;
    lines_.fail("the file ends after " + std::to_string(blocks_) + " thread blocks; the grid has " +
                std::to_string(header_.shape.ctas()) + "; is it cut off?");
}

}  // namespace heddle::traces
