#include "heddle/platforms/common/limit_report.h"

namespace heddle {
namespace {

constexpr std::size_t table_width = 100;

std::string headline(const Limit& limit) {
    const char* unit = limit.kind == "latency"     ? " of issue slots lost"
                       : limit.kind == "bandwidth" ? " busy"
                                                   : " in use";
    return "Limited by " + limit.stage + ": " + limit.resource + ", " + percent(limit.utilisation) + unit;
}

std::string explanation(const Limit& limit) {
    std::string text = limit.capacity;
    if (!limit.parameter.empty()) text += (text.empty() ? "" : " ") + ("(" + limit.parameter + ")");
    if (limit.instances > 1)
        text +=
            ", the busiest of " + std::to_string(limit.instances) + ", all together " + percent(limit.mean_utilisation);
    if (limit.blocks > 0) text += "; requests waited for it " + percent(limit.blocks) + " of the time";
    return text;
}

std::string way(const Limit& limit) {
    std::string text;
    std::string stage;
    for (const Limit::Step& step : limit.path) {
        text += step.stage == stage ? ", " : (text.empty() ? "" : " -> ") + step.stage + ": ";
        text += step.cause + " " + percent(step.share);
        stage = step.stage;
    }
    return text;
}

void write_lines(TableWriter& table, const std::string& text) {
    std::string lines = wrapped(text, table_width, 2);
    if (lines.empty()) return;
    lines.pop_back();  // the heading ends the last line
    table.heading(lines);
}

}  // namespace

void write_limit(TableWriter& table, const Limit& limit) {
    if (!limit.known()) return;
    table.heading(headline(limit));
    write_lines(table, explanation(limit));
    write_lines(table, way(limit));
}

void write_limit(JsonWriter& json, const Limit& limit) {
    if (!limit.known()) return;
    json.begin_object("limited_by");
    json.value("level", limit.stage);
    json.value("resource", limit.resource);
    json.value("kind", limit.kind);
    json.value("capacity", limit.capacity);
    json.value("parameter", limit.parameter);
    json.value("utilisation", limit.utilisation);
    json.value("mean_utilisation", limit.mean_utilisation);
    json.value("blocks", limit.blocks);
    json.begin_array("path");
    for (const Limit::Step& step : limit.path) {
        json.begin_object();
        json.value("level", step.stage);
        json.value("cause", step.cause);
        json.value("share", step.share);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

}  // namespace heddle
