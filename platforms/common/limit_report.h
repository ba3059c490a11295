// What limits a run, in the result table and in the statistics file.
#pragma once

#include "heddle/platforms/common/json_writer.h"
#include "heddle/platforms/common/limiting_resource.h"
#include "heddle/platforms/common/table_writer.h"

namespace heddle {

// Both write nothing where nothing is known of the machine's path.
void write_limit(TableWriter& table, const Limit& limit);
void write_limit(JsonWriter& json, const Limit& limit);

}  // namespace heddle
