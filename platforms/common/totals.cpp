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

Totals::Totals(const TotalsTable& table, const Statistics& statistics, const Snapshot& snapshot)
    : seconds_(snapshot.time.to_seconds()) {
    values_.emplace_back("cycles", snapshot.cycle);
    for (const TotalSource& source : table.sources)
        if (!source.optional || statistics.has(source.blocks, source.counter))
            add(source, statistics.sum(snapshot, source.blocks, source.counter));
    for (const UtilisationSource& source : table.utilisations) {
        const double available = statistics.available_cycles(snapshot, source.blocks, source.cycles_of);
        utilisations_.emplace_back(source.name, heddle::ratio((*this)[source.busy_total], available));
    }
    if (!snapshot.whole_run) return;
    const BlockFigures blocks(statistics, snapshot);
    for (const FigureSource& source : table.figures) figures_.emplace_back(source.name, source.value(*this, blocks));
}

void Totals::add(const TotalSource& source, std::uint64_t sum) {
    if (values_.back().first == source.total)
        values_.back().second += sum;
    else
        values_.emplace_back(source.total, sum);
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
