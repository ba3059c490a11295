"""The crossbar of a run: how busy each of its ports was, for requests and for replies."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Port:
    node: str  # what is connected there
    name: str
    utilisation: float  # flits per cycle of the network


@dataclass(frozen=True)
class Network:
    title: str
    inputs: list
    outputs: list

    def busiest(self):
        return max([*self.inputs, *self.outputs], key=lambda port: port.utilisation)


class Crossbar:
    def __init__(self, statistics, block):
        cycles = statistics.cycles("noc")

        def ports(side, node, histogram):
            return [Port(f"{node} {number}", f"{side} {node} {number}", flits / cycles)
                    for number, flits in enumerate(statistics.histogram(block, histogram))]
        cluster, memory = "cluster", statistics.memory_node()
        self.networks = [
            Network("Request network", ports("from", cluster, "request_input_flits"),
                    ports("to", memory, "request_output_flits")),
            Network("Reply network", ports("from", memory, "reply_input_flits"),
                    ports("to", cluster, "reply_output_flits"))]

    @classmethod
    def find(cls, statistics):
        """None where the run had none."""
        block = next((name for name, entries in statistics.blocks.items() if "request_input_flits" in entries), None)
        return cls(statistics, block) if block else None
