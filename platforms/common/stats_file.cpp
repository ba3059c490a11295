#include "heddle/platforms/common/stats_file.h"

#include "heddle/base/ratio.h"
#include "heddle/platforms/common/json_writer.h"
#include "heddle/platforms/common/limit_report.h"

namespace heddle {

namespace {

void write_totals(JsonWriter& json, const Totals& totals) {
    for (const auto& [name, value] : totals.all()) json.value(name, value);
    json.value("ipc", totals.ipc());
    json.value("seconds", totals.seconds());
    for (const auto& [name, value] : totals.utilisations()) json.value(name, value);
}

void write_kernels(JsonWriter& json, const RunRecord& record) {
    json.begin_array("kernels");
    for (const KernelRun& run : record.kernel_runs) {
        json.begin_object();
        json.value("name", run.name);
        json.value("kernel", std::uint64_t{run.kernel});
        json.value("begin_cycle", std::uint64_t{run.begin_cycle});
        write_totals(json, Totals(record.totals_table, record.statistics, run.difference));
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
    json.begin_object("totals");
    write_totals(json, totals);
    json.end_object();
    write_limit(json, record.limit);
    write_kernels(json, record);
    write_modules(json, record);
    json.begin_object("config");
    for (const auto& entry : record.parameters.entries()) json.value(entry.key, ParameterSet::text(entry));
    json.end_object();
    write_check(json, record.check);
    write_host(json, record.host, totals["warp_instructions"]);
    json.end_object();
}

}  // namespace heddle
