#include <cstdlib>
#include <vector>

#include "heddle/references/reference.h"

namespace heddle {
namespace {

constexpr std::size_t placed_by_host = 5;
constexpr std::size_t boards_per_cta = 96;

// The columns of the queens, row by row. Two of them attack each other in a column or on a diagonal.
class Board {
public:
    explicit Board(int n) : n_(n) {}
    std::size_t rows() const { return queens_.size(); }
    bool full() const { return queens_.size() == static_cast<std::size_t>(n_); }

    // Calls `visit` with a queen in each column below `end` of the next row that no queen attacks, from the left on.
    template <class Visit>
    void for_each_queen(int end, const Visit& visit) {
        for (int column = 0; column < end; ++column) {
            if (attacked(column)) continue;
            queens_.push_back(column);
            visit();
            queens_.pop_back();
        }
    }

    std::uint32_t solutions() {
        if (full()) return 1;
        std::uint32_t sum = 0;
        for_each_queen(n_, [&] { sum += solutions(); });
        return sum;
    }

    // Calls `visit` with each board of five queens whose first is in a column below `first`.
    template <class Visit>
    void for_each_start(int first, const Visit& visit) {
        if (rows() == placed_by_host) return visit();
        for_each_queen(rows() == 0 ? first : n_, [&] { for_each_start(first, visit); });
    }

private:
    bool attacked(int column) const {
        for (std::size_t row = 0; row < queens_.size(); ++row) {
            const int distance = static_cast<int>(queens_.size() - row);
            if (queens_[row] == column || std::abs(queens_[row] - column) == distance) return true;
        }
        return false;
    }

    int n_;
    std::vector<int> queens_;
};

}  // namespace

HEDDLE_REFERENCE("gpgpusim/nqu")(ReferenceMemory& memory) {
    const auto results = memory.buffer<std::uint32_t>("RESULTS"), total = memory.buffer<std::uint32_t>("TOTAL");
    Board board(static_cast<int>(memory.integer("N")));
    std::size_t boards = 0;
    board.for_each_start(static_cast<int>(memory.integer("FIRST")), [&] {
        const std::uint32_t found = board.solutions();
        results[boards++ / boards_per_cta] += found;
        total[0] += found;
    });
}

}  // namespace heddle
