// The totals of a level of crossbars, its rows in the result table, and how far its ports and buffers were used.
#pragma once

#include <string>
#include <vector>

#include "heddle/crossbar/crossbar_parameters.h"
#include "heddle/platforms/common/block_figures.h"
#include "heddle/platforms/common/table_writer.h"
#include "heddle/platforms/common/totals.h"

namespace heddle {

class CrossbarFigures {
public:
    // `level`: the instance's name, with which the totals begin; `label`: what the table calls it; `key`: the group of
    // its parameters.
    CrossbarFigures(std::string level, std::string label, std::string key)
        : level_(std::move(level)), label_(std::move(label)), key_(std::move(key)) {}

    std::vector<TotalSource> totals() const;
    std::vector<UtilisationSource> utilisations(const CrossbarParameters& parameters) const;
    // Of single links.
    std::vector<FigureSource> figures() const;
    void write_rows(TableWriter& table, const Totals& totals) const;
    // `stage`: what the limit of a run is called, with "request" or "reply" before it.
    void add_use(PathUse& use, const BlockFigures& figures, const CrossbarParameters& parameters,
                 const std::string& stage) const;

private:
    PathStage stage_of(const std::string& direction, const BlockFigures& figures, const CrossbarParameters& parameters,
                       const std::string& stage) const;

    std::string level_, label_, key_;
};

}  // namespace heddle
