#include "heddle/crossbar/pair_latency.h"

#include "heddle/base/number_list.h"

namespace heddle {
namespace {

using Numbers = std::vector<unsigned>;

// The lists, which fit each other.
struct Places {
    Places(const DistanceParameters& parameters, const std::string& key) {
        for (const auto& [text, name] : {std::pair(&parameters.inputs, ".inputs"),
                                         {&parameters.outputs, ".outputs"},
                                         {&parameters.cycles, ".cycles"}})
            require(*text != "none", key + name,
                    "is none, but others of " + key + " are given: distances need inputs, outputs and cycles");
        inputs = numbers_of(parameters.inputs, key + ".inputs");
        outputs = numbers_of(parameters.outputs, key + ".outputs");
        input_cycles = parameters.input_cycles == "none" ? Numbers(inputs.size(), 0)
                                                         : numbers_of(parameters.input_cycles, key + ".input_cycles");
        for (const std::string& row : words_of(parameters.cycles, '/')) {
            rows.push_back(numbers_of(row, key + ".cycles"));
            require(rows.back().size() == rows.front().size(), key + ".cycles",
                    "has " + std::to_string(rows.back().size()) + " numbers in row " + std::to_string(rows.size() - 1) +
                        " and " + std::to_string(rows.front().size()) + " in row 0: rows must be equally long");
        }
        require_places(inputs, rows.size(), "rows", key, ".inputs");
        require_places(outputs, rows.front().size(), "columns", key, ".outputs");
        require_entries(input_cycles, inputs.size(), key + ".input_cycles", "places in " + key + ".inputs");
    }
    Places(const DistanceParameters& parameters, unsigned input_ports, unsigned output_ports, const std::string& key)
        : Places(parameters, key) {
        require_entries(inputs, input_ports, key + ".inputs", "inputs");
        require_entries(outputs, output_ports, key + ".outputs", "outputs");
    }

    static void require_places(const Numbers& list, std::size_t count, const char* what, const std::string& key,
                               const char* name) {
        for (std::size_t i = 0; i < list.size(); ++i)
            require(list[i] < count, key + name,
                    "has place " + std::to_string(list[i]) + " as entry " + std::to_string(i) + ", but " + key +
                        ".cycles has " + std::to_string(count) + " " + what + ", counted from 0");
    }
    Numbers inputs, input_cycles, outputs;
    std::vector<Numbers> rows;
};

}  // namespace

void validate_distances(const DistanceParameters& parameters, const std::string& key) {
    if (!parameters.none()) Places(parameters, key);
}

void validate_distances(const DistanceParameters& parameters, unsigned inputs, unsigned outputs,
                        const std::string& key) {
    if (!parameters.none()) Places(parameters, inputs, outputs, key);
}

PairLatencies pair_latencies(const DistanceParameters& parameters, unsigned inputs, unsigned outputs,
                             const std::string& key) {
    if (parameters.none()) return {};
    const Places places(parameters, inputs, outputs, key);
    PairLatencies result{{inputs, outputs}, {outputs, inputs}};
    for (unsigned input = 0; input < inputs; ++input)
        for (unsigned output = 0; output < outputs; ++output) {
            const unsigned cycles =
                places.input_cycles[input] + places.rows[places.inputs[input]][places.outputs[output]];
            result.there.set(input, output, cycles / 2);
            result.back.set(output, input, cycles - cycles / 2);
        }
    return result;
}

}  // namespace heddle
