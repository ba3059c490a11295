#include "heddle/sm/routine_executor.h"

#include <utility>

namespace heddle {

RoutineExecutor::RoutineExecutor(std::unique_ptr<WarpExecutor> executor, const RoutineLengths& lengths, unsigned slots)
    : executor_(std::move(executor)), lengths_(lengths), progress_(slots) {}

const WarpInstruction& RoutineExecutor::fetch(WarpState& warp) {
    const Progress& progress = progress_[warp.slot];
    return progress.left ? progress.instruction : executor_->fetch(warp);
}

LaneMask RoutineExecutor::execute(WarpState& warp, LaneAccess* access) {
    Progress& progress = progress_[warp.slot];
    if (progress.left) {
        --progress.left;
        choose_unit(progress);
        return progress.lanes;
    }
    const WarpInstruction& instruction = executor_->fetch(warp);
    const LaneMask lanes = executor_->execute(warp, access);
    if (instruction.routine != Routine::none) begin(progress, instruction, lanes);
    return lanes;
}

void RoutineExecutor::begin(Progress& progress, const WarpInstruction& first, LaneMask lanes) const {
    const RoutineLength& length = lengths_[static_cast<unsigned>(first.routine)];
    progress.left = length.instructions - 1;
    progress.special_left = length.special - 1;
    progress.lanes = lanes;
    progress.instruction = first;
    progress.instruction.sources = first.destinations;
    progress.instruction.source_count = first.destination_count;
    progress.instruction.routine = Routine::none;
    choose_unit(progress);
}

void RoutineExecutor::choose_unit(Progress& progress) {
    progress.instruction.unit = progress.special_left ? ExecutionUnit::sfu : ExecutionUnit::alu;
    if (progress.special_left) --progress.special_left;
}

}  // namespace heddle
