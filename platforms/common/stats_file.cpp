#include "heddle/platforms/common/stats_file.h"

#include <algorithm>

#include "heddle/base/ratio.h"
#include "heddle/platforms/common/json_writer.h"
#include "heddle/platforms/common/limit_report.h"
#include "heddle/platforms/common/total_texts.h"

namespace heddle {

namespace {

void write_totals(JsonWriter& json, const Totals& totals) {
    for (const auto& [name, value] : totals.all()) json.value(name, value);
    json.value("ipc", totals.ipc());
    json.value("seconds", totals.seconds());
    for (const auto& [name, value] : totals.utilisations()) json.value(name, value);
}

template <class Value>
void write_explained(JsonWriter& json, const std::string& name, Value value, const FigureText& text) {
    json.begin_object(name);
    json.value("value", value);
    json.value("unit", text.unit);
    json.value("description", text.description);
    json.end_object();
}

// Empty for a figure that belongs to the totals.
std::string section_of(const std::string& figure) {
    const std::size_t dot = figure.find('.');
    return dot == std::string::npos ? "" : figure.substr(0, dot);
}

// The same figures with what they mean.
void write_explained_totals(JsonWriter& json, const Totals& totals, const std::map<std::string, FigureText>& texts) {
    const auto write = [&](const std::string& name, auto value) { write_explained(json, name, value, texts.at(name)); };
    json.begin_object("totals");
    for (const auto& [name, value] : totals.all()) write(name, value);
    write("ipc", totals.ipc());
    write("seconds", totals.seconds());
    for (const auto& [name, value] : totals.utilisations()) write(name, value);
    for (const auto& [name, value] : totals.figures())
        if (section_of(name).empty()) write(name, value);
    json.end_object();
}

// Figures of features that have a section of their own.
void write_sections(JsonWriter& json, const Totals& totals, const TotalsTable& table,
                    const std::map<std::string, FigureText>& texts) {
    std::vector<std::string> sections;
    for (const auto& figure : totals.figures()) {
        const std::string section = section_of(figure.first);
        if (!section.empty() && std::find(sections.begin(), sections.end(), section) == sections.end())
            sections.push_back(section);
    }
    for (const std::string& section : sections) {
        json.begin_object(section);
        for (const SectionText& text : table.section_texts)
            if (text.section == section) json.value(text.name, text.text);
        for (const auto& [name, value] : totals.figures())
            if (section_of(name) == section)
                write_explained(json, name.substr(section.size() + 1), value, texts.at(name));
        json.end_object();
    }
}

void write_kernels(JsonWriter& json, const RunRecord& record) {
    json.begin_array("kernels");
    for (const KernelRun& run : record.kernel_runs) {
        json.begin_object();
        json.value("name", run.name);
        json.value("kernel", std::uint64_t{run.kernel});
        json.value("begin_cycle", std::uint64_t{run.begin_cycle});
        write_totals(json, run.totals);
        json.end_object();
    }
    json.end_array();
}

void write_modules(JsonWriter& json, const RunRecord& record) {
    json.begin_object("modules");
    std::size_t index = 0;
    for (const Block* block : record.statistics.blocks()) {
        if (block->counters().empty() && block->histograms().empty()) continue;
        json.begin_object(block->name());
        for (const NamedCounter& counter : block->counters()) {
            json.begin_object(counter.name());
            json.value("value", record.end.values[index++]);
            json.value("unit", counter.unit());
            json.end_object();
        }
        for (const Histogram* histogram : block->histograms()) {
            json.begin_object(histogram->name());
            json.value("counts", histogram->counts());
            json.value("unit", histogram->unit());
            json.end_object();
        }
        json.end_object();
    }
    json.end_object();
}

void write_config_values(JsonWriter& json, const ParameterSet& parameters) {
    json.begin_object("config");
    for (const ParameterSet::Entry& entry : parameters.entries())
        std::visit(
            [&](const auto* member) {
                using Value = std::remove_const_t<std::remove_reference_t<decltype(*member)>>;
                if constexpr (std::is_same_v<Value, unsigned>)
                    json.value(entry.key, std::uint64_t{*member});
                else
                    json.value(entry.key, *member);
            },
            entry.member);
    json.end_object();
}

void write_check(JsonWriter& json, const CheckResult& check) {
    json.begin_object("check");
    json.value("values", check.checked_values);
    json.value("mismatches", check.mismatches);
    json.begin_array("messages");
    for (const std::string& message : check.messages) json.element(message);
    json.end_array();
    json.end_object();
}

void write_host(JsonWriter& json, const HostFigures& host, std::uint64_t warp_instructions) {
    json.begin_object("host");
    json.value("seconds", host.seconds);
    json.value("warp_instructions_per_second", ratio(warp_instructions, host.seconds));
    json.value("peak_rss_bytes", host.peak_rss_bytes);
    json.value("threads", std::uint64_t{host.threads});
    json.end_object();
}

}  // namespace

void write_stats(std::ostream& out, const RunRecord& record) {
    const Totals totals(record.totals_table, record.statistics, record.end);
    JsonWriter json(out);
    json.begin_object();
    json.value("heddle_version", HEDDLE_VERSION);
    json.value("platform", record.platform);
    json.value("system", record.system);
    json.value("stimulus", record.stimulus);
    json.value("outcome", record.outcome);
    const auto texts = total_texts(record.totals_table, record.statistics);
    write_explained_totals(json, totals, texts);
    write_sections(json, totals, record.totals_table, texts);
    write_limit(json, record.limit);
    write_kernels(json, record);
    write_modules(json, record);
    write_config_values(json, record.parameters);
    write_check(json, record.check);
    write_host(json, record.host, totals["warp_instructions"]);
    json.end_object();
}

}  // namespace heddle
