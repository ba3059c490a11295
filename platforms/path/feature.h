// A part that machines are composed of, with everything that belongs to it: its parameters and what follows from them,
// how it changes the path, its totals, its rows of the result table. A level of the path is one, and so is a mechanism
// of a paper. Adding one touches its folder and the list in features/all_features.cpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heddle/platforms/common/block_figures.h"
#include "heddle/platforms/common/parameter_set.h"
#include "heddle/platforms/common/table_writer.h"
#include "heddle/platforms/common/totals.h"
#include "heddle/platforms/path/path_plan.h"

namespace heddle {

class Feature {
public:
    virtual ~Feature() = default;
    virtual std::string name() const = 0;
    // For users who combine features: what it does and which keys switch it on. Empty: every machine has it.
    virtual std::string summary() const { return ""; }

    // Declares its parameters.
    virtual void visit(ParameterSet& parameters) = 0;
    // Checks its parameters and writes what follows from them into the plan. Features plan in the order of the list.
    virtual void plan(PathPlan& plan) const = 0;
    // Looks at the finished plan and refuses what cannot work together, with the reason. Throws ParameterError.
    virtual void check(const PathPlan&) const {}
    // The planned machine has it.
    virtual bool active(const PathPlan&) const { return true; }
    // It has a section in the result table of every platform, not only of those that ask to show it.
    virtual bool always_shown(const PathPlan&) const { return true; }

    virtual std::vector<TotalSource> totals() const { return {}; }
    virtual std::vector<UtilisationSource> utilisations() const { return {}; }
    // Figures that are no sums: they follow from totals, from single blocks and from the finished plan.
    virtual std::vector<FigureSource> figures(const PathPlan&) const { return {}; }
    // What it says in words in a section of the statistics file that its figures make.
    virtual std::vector<SectionText> section_texts(const PathPlan&) const { return {}; }
    // What of it can be used up, and how far it was: from this the limit of a run is found.
    virtual void add_use(PathUse&, const BlockFigures&, const PathPlan&) const {}
    // Its rows of the section "Memory path".
    virtual void write_path(TableWriter&, const Totals&) const {}
    // A section of its own.
    virtual void write_section(TableWriter&, const Totals&, const PathPlan&) const {}
};

using Features = std::vector<std::unique_ptr<Feature>>;

// What follows from the parameters of all features. Throws ParameterError for what cannot be built.
[[nodiscard]] PathPlan plan_path(const Features& features);

}  // namespace heddle
