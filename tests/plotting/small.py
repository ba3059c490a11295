"""Statistics of two small runs, as a platform writes them, for the tests."""

import importlib.util
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "scripts"))

needs_matplotlib = unittest.skipUnless(importlib.util.find_spec("matplotlib"), "needs matplotlib")


def counters(**values):
    return {name: {"counts": value} if isinstance(value, list) else {"value": value} for name, value in values.items()}


def run(modules, **config):
    """100 cycles of the core are 200 of the network."""
    return {"platform": "toy", "system": "merging", "stimulus": "a/b.stim", "outcome": "finished",
            "totals": {"cycles": {"value": 100, "unit": "cycles"}}, "modules": {"gpu.cta_dispatcher": {}, **modules},
            "config": {"clock.core_mhz": 500, "clock.noc_mhz": 1000, **config}}


def mesh():
    """Three columns, two rows: clusters 0 to 3 at places 0, 1, 3, 4, the memory controller at 2, nothing at 5."""
    modules = {}
    for place in range(6):
        modules[f"gpu.noc.requests.router_{place}"] = counters(packets=50, merges=10 * place, output_flits=[0] * 5)
        modules[f"gpu.noc.replies.router_{place}"] = counters(packets=100 + place, output_flits=[0] * 5)
    for number, place in enumerate([0, 1, 3, 4]):
        modules[f"gpu.noc.cluster_{number}_at_{place}"] = counters(request_flits=20)
    modules["gpu.noc.memory_0_at_2"] = counters(reply_flits=190)
    modules["gpu.noc.requests.router_1"]["output_flits"]["counts"] = [0, 100, 0, 0, 0]  # to router 2
    modules["gpu.noc.requests.router_2"]["output_flits"]["counts"] = [0, 0, 0, 0, 80]  # to the memory
    modules["gpu.noc.replies.router_2"]["output_flits"]["counts"] = [0, 0, 60, 130, 0]  # to routers 5 and 1
    modules["gpu.noc.replies.router_1"]["output_flits"]["counts"] = [0, 0, 0, 50, 30]  # to router 0 and its cluster
    return run(modules, **{"path.l2": False, "mesh.width": 0, "mesh.height": 0, "mesh_router.flit_bytes": 32})


def crossbar():
    """Three clusters, two L2 slices."""
    block = counters(request_input_flits=[10, 20, 30], request_output_flits=[40, 20], reply_input_flits=[100, 150],
                     reply_output_flits=[60, 70, 120])
    return run({"gpu.noc.crossbar": block}, **{"path.l2": True, "crossbar.flit_bytes": 64})
