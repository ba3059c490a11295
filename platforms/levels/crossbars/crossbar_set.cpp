#include "heddle/platforms/levels/crossbars/crossbar_set.h"

#include "heddle/platforms/path/path_plan.h"

namespace heddle {
namespace {

std::unique_ptr<Crossbar> make_crossbar(const LevelSite& site, ClockDomain& clock, const CrossbarParameters& parameters,
                                        const CrossbarSetShape& shape, const CrossbarSet::Route& route,
                                        unsigned number) {
    const std::string name = shape.crossbars > 1 ? numbered("crossbar", number) : "crossbar";
    if (!route) return std::make_unique<Crossbar>(name.c_str(), clock, parameters, site.plan.address_map);
    return std::make_unique<Crossbar>(name.c_str(), clock, parameters,
                                      [route, number, first = number * shape.outputs](std::uint64_t address) {
                                          // An address of another crossbar gets a number beyond the outputs, which the
                                          // crossbar refuses.
                                          return route(number, address) - first;
                                      });
}

}  // namespace

CrossbarSet::CrossbarSet(const LevelSite& site, ClockDomain& clock, const CrossbarParameters& parameters,
                         const CrossbarSetShape& shape, const Route& route) {
    const CrossbarParameters each = shape.parameters_of_each(parameters);
    for (unsigned number = 0; number < shape.crossbars; ++number) {
        crossbars_.push_back(make_crossbar(site, clock, each, shape, route, number));
        crossbars_.back()->join({Island::Kind::network, number});
        for (unsigned input = 0; input < shape.inputs; ++input)
            site.binder.bind(*site.above[shape.end_above(number, input)], crossbars_.back()->in[input]);
    }
}

OpenEnds CrossbarSet::open_ends() const {
    OpenEnds ends;
    for (const auto& crossbar : crossbars_)
        for (auto& out : crossbar->out) ends.push_back(out.get());
    return ends;
}

}  // namespace heddle
