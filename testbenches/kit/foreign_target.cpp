#include "kit/foreign_target.h"

#include "kit/foreign_at_target.h"
#include "kit/foreign_copying_bridge.h"
#include "kit/foreign_early_target.h"
#include "kit/foreign_lt_target.h"
#include "kit/foreign_response_target.h"
#include "kit/foreign_target_behind.h"
#include "kit/foreign_translator.h"

namespace heddle {

std::unique_ptr<ForeignTarget> make_foreign_target(ForeignTargetKind kind, const char* name, std::uint64_t seed) {
    switch (kind) {
        case ForeignTargetKind::lt:
            return std::make_unique<ForeignLtTarget>(name, seed);
        case ForeignTargetKind::early:
            return std::make_unique<ForeignEarlyTarget>(name, seed);
        case ForeignTargetKind::response:
            return std::make_unique<ForeignResponseTarget>(name, seed);
        case ForeignTargetKind::translating:
            return std::make_unique<ForeignTargetBehind<ForeignTranslator>>(name, seed);
        case ForeignTargetKind::copying:
            return std::make_unique<ForeignTargetBehind<ForeignCopyingBridge>>(name, seed);
        case ForeignTargetKind::at:
            break;
    }
    return std::make_unique<ForeignAtTarget>(name, seed);
}

}  // namespace heddle
