#include "heddle/stimulus/trace/block_store.h"

#include <algorithm>

#include "heddle/base/error.h"

namespace heddle::traces {

BlockStore::BlockStore(const KernelHeader& header, std::unique_ptr<LineReader> lines, TraceNotes& notes,
                       std::size_t ahead_bytes, std::shared_ptr<ReadingGate> begin)
    : header_(header),
      lines_(std::move(lines)),
      ahead_bytes_(ahead_bytes),
      reader_(header, *lines_, tables_, notes),
      begin_gate_(std::move(begin)),
      thread_([this] { read_all(); }) {}

BlockStore::~BlockStore() {
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        stopping_ = true;
    }
    reader_wakes_.notify_one();
    if (begin_gate_) begin_gate_->open();
    thread_.join();
    end_gate_->open();
}

std::unique_ptr<Block> BlockStore::new_block() {
    if (free_.empty()) return std::make_unique<Block>();
    std::unique_ptr<Block> block = std::move(free_.back());
    free_.pop_back();
    return block;
}

// --- The reading thread

bool BlockStore::has_work() const {
    if (stopping_ || spilled_wanted() != wanted_.end()) return true;
    if (ended_) return false;
    return discarding_ || ready_bytes_ < ahead_bytes_ || unread_wanted();
}

bool BlockStore::unread_wanted() const {
    return std::any_of(wanted_.begin(), wanted_.end(), [this](std::uint32_t cta) { return ready_.count(cta) == 0; });
}

std::vector<std::uint32_t>::const_iterator BlockStore::spilled_wanted() const {
    return std::find_if(wanted_.begin(), wanted_.end(), [this](std::uint32_t cta) { return spilled_.count(cta) != 0; });
}

void BlockStore::read_all() {
    if (begin_gate_) begin_gate_->wait();
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
        reader_wakes_.wait(lock, [this] { return has_work(); });
        if (stopping_) return;
        try {
            const auto spilled = spilled_wanted();
            if (spilled != wanted_.end())
                fetch(*spilled);
            else if (!read_one(lock))
                ended_ = true;
        } catch (...) {
            // The blocks read so far are still handed out.
            if (!lock.owns_lock()) lock.lock();
            error_ = std::current_exception();
            ended_ = true;
        }
        taker_wakes_.notify_all();
        if (ended_) end_gate_->open();
    }
}

bool BlockStore::read_one(std::unique_lock<std::mutex>& lock) {
    std::unique_ptr<Block> block = new_block();
    lock.unlock();
    const bool got = reader_.next(*block);
    lock.lock();
    if (got) keep(std::move(block));
    return got;
}

void BlockStore::keep(std::unique_ptr<Block> block) {
    if (discarding_) return;
    const bool wanted = std::find(wanted_.begin(), wanted_.end(), block->cta) != wanted_.end();
    if (!wanted && ready_bytes_ >= ahead_bytes_) {
        spilled_.emplace(block->cta, spill_.write(*block));
        ++spilled_blocks_;
        free_.push_back(std::move(block));
        return;
    }
    ready_bytes_ += block->bytes();
    const std::uint32_t cta = block->cta;
    ready_.emplace(cta, std::move(block));
}

void BlockStore::fetch(std::uint32_t cta) {
    std::unique_ptr<Block> block = new_block();
    block->cta = cta;
    block->warps.resize(header_.shape.warps_per_cta());
    const auto place = spilled_.find(cta);
    const SpillFile::Place where = place->second;
    spilled_.erase(place);
    spill_.read(where, *block);
    ready_bytes_ += block->bytes();
    ready_.emplace(cta, std::move(block));
}

// --- The simulation's threads

ResidentBlock BlockStore::take(std::uint32_t cta) {
    std::unique_lock<std::mutex> lock(mutex_);
    auto found = ready_.find(cta);
    if (found == ready_.end()) {
        wanted_.push_back(cta);
        reader_wakes_.notify_one();
        // An error further on in the file must not show before its turn, however far ahead the thread is.
        taker_wakes_.wait(lock, [&] { return ready_.count(cta) != 0 || (ended_ && spilled_.count(cta) == 0); });
        wanted_.erase(std::find(wanted_.begin(), wanted_.end(), cta));
        found = ready_.find(cta);
        if (found == ready_.end()) {
            if (error_) std::rethrow_exception(error_);
            throw SimulationError("thread block " + std::to_string(cta) + " of the trace was run before");
        }
    }
    std::unique_ptr<Block> block = std::move(found->second);
    ready_bytes_ -= block->bytes();
    ready_.erase(found);
    reader_wakes_.notify_one();
    return {block->warps.data(), block->words.data(), std::move(block)};
}

void BlockStore::give_back(ResidentBlock block) {
    constexpr std::size_t kept_blocks = 8;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (free_.size() < kept_blocks) free_.push_back(std::move(block.storage));
}

std::uint64_t BlockStore::spilled_blocks() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return spilled_blocks_;
}

void BlockStore::finish() {
    std::unique_lock<std::mutex> lock(mutex_);
    discarding_ = true;
    reader_wakes_.notify_one();
    taker_wakes_.wait(lock, [&] { return ended_; });
    if (error_) std::rethrow_exception(error_);
}

}  // namespace heddle::traces
