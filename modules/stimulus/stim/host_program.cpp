#include "heddle/stimulus/stim/host_program.h"

#include "heddle/base/stop_request.h"

namespace heddle::stim {
namespace {

// More passes and launches than this are no run anybody waits for, but a loop that does not end.
constexpr std::uint64_t max_steps = 10000000;

}  // namespace

void HostProgram::restart() {
    scope_.clear();
    frames_.assign(1, {&block_, nullptr, 0, 1, 0, 0});
    steps_ = 0;
}

const HostStatement* HostProgram::next(HostMemory& memory) {
    while (!frames_.empty()) {
        throw_if_stop_requested();
        Frame& frame = frames_.back();
        if (frame.at == frame.block->size()) {
            come_back(memory);
            continue;
        }
        const HostStatement& statement = (*frame.block)[frame.at++];
        if (++steps_ > max_steps)
            fail(statement, "the loops do not end; expected at most 10000000 launches and passes");
        if (statement.kind == HostStatement::Kind::launch) return &statement;
        if (statement.kind == HostStatement::Kind::set)
            set(statement, memory);
        else
            enter(statement, memory);
    }
    return nullptr;
}

void HostProgram::enter(const HostStatement& statement, HostMemory& memory) {
    Frame frame{&statement.body, &statement, 0, 1, 0, 0};
    if (statement.body.empty()) return;
    if (statement.kind == HostStatement::Kind::loop) {
        frame.current = scope_.value(*statement.index, memory).integer;
        frame.last = scope_.value(*statement.value, memory).integer;
        if (!goes_on(frame)) return;
        scope_.push(statement.name, frame.current);
    } else if (statement.kind == HostStatement::Kind::until_false && !holds(statement, memory)) {
        return;
    } else if (statement.kind == HostStatement::Kind::repeat && statement.count == 0) {
        return;
    }
    frames_.push_back(frame);
}

void HostProgram::come_back(HostMemory& memory) {
    Frame& frame = frames_.back();
    bool again = false;
    if (frame.owner && frame.owner->kind == HostStatement::Kind::repeat) {
        again = frame.passes < frame.owner->count;
    } else if (frame.owner && frame.owner->kind == HostStatement::Kind::loop) {
        again = !__builtin_add_overflow(frame.current, frame.owner->count, &frame.current) && goes_on(frame);
        if (again)
            scope_.change(frame.current);
        else
            scope_.pop();
    } else if (frame.owner) {
        again = holds(*frame.owner, memory);
        if (again && frame.passes >= frame.owner->count)
            fail(*frame.owner, "the condition still holds after " + std::to_string(frame.passes) +
                                   " passes; expected it to end within the limit");
    }
    if (again) {
        ++frame.passes;
        frame.at = 0;
    } else {
        frames_.pop_back();
    }
}

bool HostProgram::goes_on(const Frame& frame) const {
    return frame.owner->count > 0 ? frame.current < frame.last : frame.current > frame.last;
}

bool HostProgram::holds(const HostStatement& statement, HostMemory& memory) const {
    return scope_.value(*statement.index, memory).integer != 0;
}

void HostProgram::set(const HostStatement& statement, HostMemory& memory) const {
    const MemoryArray& array = scope_.buffer(statement.name, statement.at);
    const Constant value = scope_.value(*statement.value, memory);
    Lanes lanes{};
    if (is_real(array.type))
        lanes.f64[0] = value.as_real();
    else
        lanes.s64[0] = value.integer;
    std::uint8_t bytes[8] = {};
    to_bytes(array.type, lanes, 1, bytes);
    memory.write(scope_.address(array, *statement.index, memory), bytes, bytes_of(array.type));
}

void HostProgram::fail(const HostStatement& statement, const std::string& message) const {
    throw SimulationError(scope_.source().name_of(statement.at) + ":" + std::to_string(statement.at.line) + ":" +
                          std::to_string(statement.at.column) + ": " + message);
}

void check_host_block(const HostBlock& block, HostScope& scope,
                      const std::function<void(const HostStatement&)>& check_launch) {
    for (const HostStatement& statement : block) {
        const bool is_loop = statement.kind == HostStatement::Kind::loop;
        if (statement.kind == HostStatement::Kind::launch) check_launch(statement);
        if (is_loop) {
            if (scope.buffers().find(statement.name))
                scope.source().fail(
                    statement.at, "'" + statement.name + "' is a buffer; expected a new name for the loop's variable");
            scope.check_integer(*statement.index, "the loop's first value");
            scope.check_integer(*statement.value, "the loop's end");
            scope.push(statement.name, 0);
        } else if (statement.kind == HostStatement::Kind::until_false) {
            scope.check_integer(*statement.index, "the condition; compare with an operator");
        } else if (statement.kind == HostStatement::Kind::set) {
            const MemoryArray& array = scope.buffer(statement.name, statement.at);
            scope.check_integer(*statement.index, "the index");
            if (!is_real(array.type)) scope.check_integer(*statement.value, "an element of an integer buffer");
            if (is_real(array.type)) scope.check(*statement.value);
        }
        check_host_block(statement.body, scope, check_launch);
        if (is_loop) scope.pop();
    }
}

}  // namespace heddle::stim
