// The chip's figures: which counters of which blocks add up to which total. Levels and features declare theirs; what
// every GPU has (instructions, CTAs, issue slots) is declared here.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "heddle/platforms/common/block_figures.h"
#include "heddle/platforms/common/statistics.h"

namespace heddle {

// A counter that feeds a total. Several sources of one total stand together and add up.
struct TotalSource {
    std::string total;
    BlockFilter blocks;
    std::string counter;
    // An optional total is left out where no block has the counter: a monitor that is off, a mechanism that is absent.
    bool optional = false;
};

// The part of the time in which a resource was busy: a total over the cycles that its blocks, or their ports, had.
struct UtilisationSource {
    std::string name;
    std::string busy_total;
    BlockFilter blocks;
    CyclesOf cycles_of = CyclesOf::blocks;
};

class Totals;

// A figure that is no sum: derived when something is written, from totals or from what single blocks counted. It is
// told of a whole run only, because histograms hold what was counted up to the end. A name with a dot, "energy.core",
// stands in a section of its own in the statistics file: "core" in "energy".
struct FigureSource {
    std::string name, unit, description;
    std::function<double(const Totals&, const BlockFigures&)> value;
};

// What such a section says in words.
struct SectionText {
    std::string section, name, text;
};

struct TotalsTable {
    TotalsTable();  // with what every GPU has
    void add(const std::vector<TotalSource>& more) { sources.insert(sources.end(), more.begin(), more.end()); }
    void add(const std::vector<UtilisationSource>& more) {
        utilisations.insert(utilisations.end(), more.begin(), more.end());
    }
    void add(const std::vector<FigureSource>& more) { figures.insert(figures.end(), more.begin(), more.end()); }

    void add(const std::vector<SectionText>& more) {
        section_texts.insert(section_texts.end(), more.begin(), more.end());
    }

    std::vector<TotalSource> sources;  // in the order of the statistics file
    std::vector<UtilisationSource> utilisations;
    std::vector<FigureSource> figures;
    std::vector<SectionText> section_texts;
};

// A table with the places of its counters, which are looked for once and not for each launch. What it is made from must
// outlive it.
class ResolvedTotals {
public:
    ResolvedTotals(const TotalsTable& table, const Statistics& statistics);

private:
    friend class Totals;
    struct Sum {
        std::string total;
        std::vector<std::size_t> places;  // in a snapshot
    };

    const TotalsTable& table_;
    const Statistics& statistics_;
    std::vector<Sum> sums_;
};

class Totals {
public:
    Totals(const ResolvedTotals& resolved, const Snapshot& snapshot);
    Totals(const TotalsTable& table, const Statistics& statistics, const Snapshot& snapshot)
        : Totals(ResolvedTotals(table, statistics), snapshot) {}

    bool has(const std::string& name) const { return find(name) != nullptr; }
    // Throws std::logic_error for a total that this machine does not have.
    std::uint64_t operator[](const std::string& name) const;
    const std::vector<std::pair<std::string, std::uint64_t>>& all() const { return values_; }
    double utilisation(const std::string& name) const;
    const std::vector<std::pair<std::string, double>>& utilisations() const { return utilisations_; }
    double figure(const std::string& name) const;
    const std::vector<std::pair<std::string, double>>& figures() const { return figures_; }

    double ipc() const { return ratio("thread_instructions", "cycles"); }
    // 0 when the denominator is 0.
    double ratio(const std::string& numerator, const std::string& denominator) const;
    double seconds() const { return seconds_; }

private:
    const std::uint64_t* find(const std::string& name) const;

    std::vector<std::pair<std::string, std::uint64_t>> values_;
    std::vector<std::pair<std::string, double>> utilisations_, figures_;
    double seconds_;
};

}  // namespace heddle
