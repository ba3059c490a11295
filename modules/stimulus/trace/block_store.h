// Reads a kernel's blocks ahead on a thread of its own and hands them out in any order, to any number of threads.
//
// The thread goes through the file once, from front to back. Decoded blocks wait in memory up to a limit; then the
// thread pauses, unless the simulation wants a block that is further back in the file: the blocks before it are
// then written to a temporary file, from which they are read when their turn comes. What is handed out depends neither
// on how fast the thread is nor on the order in which the simulation's threads ask.
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "heddle/stimulus/trace/block_reader.h"
#include "heddle/stimulus/trace/block_source.h"
#include "heddle/stimulus/trace/reading_gate.h"
#include "heddle/stimulus/trace/spill_file.h"

namespace heddle::traces {

class BlockStore final : public BlockSource {
public:
    static constexpr std::size_t default_ahead_bytes = std::size_t{16} << 20;

    // `lines` is at the first line after the header. `header` and `notes` must outlive the store; `notes` is the
    // thread's until finish(). The thread begins when `begin`, if there is one, opens.
    BlockStore(const KernelHeader& header, std::unique_ptr<LineReader> lines, TraceNotes& notes,
               std::size_t ahead_bytes = default_ahead_bytes, std::shared_ptr<ReadingGate> begin = nullptr);
    BlockStore(const BlockStore&) = delete;
    BlockStore& operator=(const BlockStore&) = delete;
    ~BlockStore() override;

    const DecodedTables& tables() const override { return tables_; }

    // Waits until the block is there. Throws InputError if the file is wrong before its end.
    ResidentBlock take(std::uint32_t cta) override;
    // Takes a block back, to use its memory again.
    void give_back(ResidentBlock block) override;
    // Reads to the end of the file; what was not taken is lost. Throws InputError if something is wrong there.
    void finish();

    std::uint64_t spilled_blocks() const;
    // Opens when the file is read.
    const std::shared_ptr<ReadingGate>& end_gate() const { return end_gate_; }

private:
    void read_all();
    bool read_one(std::unique_lock<std::mutex>& lock);
    void keep(std::unique_ptr<Block> block);
    void fetch(std::uint32_t cta);
    bool has_work() const;
    // Whether a thread waits for a block that is further back in the file.
    bool unread_wanted() const;
    // A wanted block that is in the temporary file, or the end of wanted_.
    std::vector<std::uint32_t>::const_iterator spilled_wanted() const;
    std::unique_ptr<Block> new_block();

    const KernelHeader& header_;
    std::unique_ptr<LineReader> lines_;
    const std::size_t ahead_bytes_;
    DecodedTables tables_;
    BlockReader reader_;
    SpillFile spill_;
    const std::shared_ptr<ReadingGate> begin_gate_;  // null: it is open
    const std::shared_ptr<ReadingGate> end_gate_ = std::make_shared<ReadingGate>();

    mutable std::mutex mutex_;
    std::condition_variable reader_wakes_, taker_wakes_;
    std::unordered_map<std::uint32_t, std::unique_ptr<Block>> ready_;
    std::unordered_map<std::uint32_t, SpillFile::Place> spilled_;
    std::vector<std::unique_ptr<Block>> free_;
    std::size_t ready_bytes_ = 0;
    std::uint64_t spilled_blocks_ = 0;
    std::vector<std::uint32_t> wanted_;  // the blocks that threads of the simulation wait for
    bool ended_ = false, discarding_ = false, stopping_ = false;
    std::exception_ptr error_;
    std::thread thread_;  // last: it uses all of the above
};

}  // namespace heddle::traces
