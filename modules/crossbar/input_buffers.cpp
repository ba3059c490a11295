#include "crossbar/input_buffers.h"

namespace heddle {

InputBuffers::InputBuffers(unsigned inputs, unsigned outputs, unsigned capacity_flits, bool virtual_output_queues)
    : outputs_(outputs),
      capacity_flits_(capacity_flits),
      virtual_output_queues_(virtual_output_queues),
      queues_(virtual_output_queues ? inputs * outputs : inputs),
      inputs_(inputs),
      wanted_by_(outputs),
      wanted_of_(inputs) {}

}  // namespace heddle
