#include "heddle/platforms/common/totals.h"

#include <stdexcept>

#include "heddle/base/ratio.h"

namespace heddle {

TotalsTable::TotalsTable() {
    const BlockFilter sm{"", "sm"};
    for (const char* counter : {"warp_instructions", "thread_instructions"}) sources.push_back({counter, sm, counter});
    sources.push_back({"ctas", sm, "ctas_finished"});
    for (const char* counter : {"issue_cycles", "stall_memory_cycles", "stall_alu_cycles", "stall_structural_cycles",
                                "stall_barrier_cycles", "idle_cycles"})
        sources.push_back({counter, sm, counter});
}

ResolvedTotals::ResolvedTotals(const TotalsTable& table, const Statistics& statistics)
    : table_(table), statistics_(statistics) {
    for (const TotalSource& source : table.sources) {
        const std::vector<std::size_t> places = statistics.places(source.blocks, source.counter);
        if (source.optional && places.empty()) continue;
        if (sums_.empty() || sums_.back().total != source.total) sums_.push_back({source.total, {}});
        sums_.back().places.insert(sums_.back().places.end(), places.begin(), places.end());
    }
}

Totals::Totals(const ResolvedTotals& resolved, const Snapshot& snapshot) : seconds_(snapshot.time.to_seconds()) {
    values_.emplace_back("cycles", snapshot.cycle);
    for (const ResolvedTotals::Sum& sum : resolved.sums_) {
        values_.emplace_back(sum.total, 0);
        for (const std::size_t place : sum.places) values_.back().second += snapshot.values[place];
    }
    for (const UtilisationSource& source : resolved.table_.utilisations) {
        const double available = resolved.statistics_.available_cycles(snapshot, source.blocks, source.cycles_of);
        utilisations_.emplace_back(source.name, heddle::ratio((*this)[source.busy_total], available));
    }
    if (!snapshot.whole_run) return;
    const BlockFigures blocks(resolved.statistics_, snapshot);
    for (const FigureSource& source : resolved.table_.figures)
        figures_.emplace_back(source.name, source.value(*this, blocks));
}

const std::uint64_t* Totals::find(const std::string& name) const {
    for (const auto& [total, value] : values_)
        if (total == name) return &value;
    return nullptr;
}

std::uint64_t Totals::operator[](const std::string& name) const {
    if (const std::uint64_t* value = find(name)) return *value;
    throw std::logic_error("no total is called " + name);
}

double Totals::utilisation(const std::string& name) const {
    for (const auto& [utilisation, value] : utilisations_)
        if (utilisation == name) return value;
    throw std::logic_error("no utilisation is called " + name);
}

double Totals::figure(const std::string& name) const {
    for (const auto& [figure, value] : figures_)
        if (figure == name) return value;
    throw std::logic_error("no figure is called " + name);
}

double Totals::ratio(const std::string& numerator, const std::string& denominator) const {
    return heddle::ratio((*this)[numerator], (*this)[denominator]);
}

}  // namespace heddle
