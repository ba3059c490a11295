#include "heddle/platforms/common/total_texts.h"

namespace heddle {

namespace {

// Several sources of one total stand together; the counters of a sum have one unit.
void add(FigureText& text, const NamedCounter& counter) {
    text.unit = counter.unit();
    if (text.description == counter.description()) return;
    text.description += (text.description.empty() ? "" : ", plus ") + std::string(counter.description());
}

const char* had_by(CyclesOf of) {
    switch (of) {
        case CyclesOf::channels:
            return "ports had, on the side with fewer";
        case CyclesOf::inputs:
            return "inputs had, by which replies leave";
        case CyclesOf::outputs:
            return "outputs had";
        default:
            return "blocks had";
    }
}

}  // namespace

std::map<std::string, FigureText> total_texts(const TotalsTable& table, const Statistics& statistics) {
    std::map<std::string, FigureText> texts{
        {"cycles", {"cycles", "core cycles"}},
        {"ipc", {"instructions/cycle", "thread instructions per core cycle, over the whole chip"}},
        {"seconds", {"s", "GPU time"}}};
    for (const TotalSource& source : table.sources) {
        FigureText& text = texts[source.total];
        if (const NamedCounter* counter = statistics.find(source.blocks, source.counter)) add(text, *counter);
    }
    for (auto& [name, text] : texts)
        if (text.description.empty()) text.description = "0: no block of this machine counts it";
    for (const UtilisationSource& source : table.utilisations)
        texts[source.name] = {"1", source.busy_total + " as a part of the cycles that its " + had_by(source.cycles_of)};
    for (const FigureSource& source : table.figures) texts[source.name] = {source.unit, source.description};
    return texts;
}

}  // namespace heddle
