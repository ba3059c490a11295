"""The mesh of a run: where its nodes stand, how busy each link was, what each router did."""

import math
import re
from dataclasses import dataclass, field

from reproduction.errors import InputError

ROUTER = re.compile(r"(.*)\.requests\.router_(\d+)$")
NODE = re.compile(r"(cluster|memory)_(\d+)_at_(\d+)$")  # named so by platforms/levels/mesh_noc
STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
PORTS = [*STEPS, "node"]  # buckets of a router's output_flits


@dataclass(frozen=True)
class Node:
    kind: str  # cluster or memory
    number: int
    block: str


@dataclass(frozen=True)
class Link:
    place: int  # of the router at one end
    port: str  # which way it leads from there: north, east, south, west; to_node; from_node
    name: str
    utilisation: float  # flits per cycle of the network


@dataclass
class Network:
    title: str
    links: list = field(default_factory=list)
    heat: list = field(default_factory=list)  # by place: what its router is coloured by
    heat_label: str = ""

    def busiest(self):
        return max(self.links, key=lambda link: link.utilisation)


class Mesh:
    def __init__(self, statistics, prefix):
        self.statistics = statistics
        self.prefix = prefix
        self.cycles = statistics.cycles("noc")
        places = sum(1 for name in statistics.blocks if (found := ROUTER.match(name)) and found[1] == prefix)
        self.width, self.height = self._shape(places)
        self.nodes = self._nodes()
        self.networks = [self._network("requests", "Request network", "cluster", "request_flits"),
                         self._network("replies", "Reply network", "memory", "reply_flits")]

    @classmethod
    def find(cls, statistics):
        """None where the run had none."""
        found = next((match for match in map(ROUTER.match, statistics.blocks) if match), None)
        return cls(statistics, found[1]) if found else None

    def _shape(self, places):
        """A side that is 0 was chosen by the platform: the smallest nearly square mesh, rather wide than high."""
        config = self.statistics.config
        width, height = config.get("mesh.width", 0), config.get("mesh.height", 0)
        width = width or (places // height if height else math.ceil(math.sqrt(places)))
        if places % width:
            raise InputError(f"{self.statistics.path}: {places} routers do not make rows of {width} (mesh.width)")
        return width, places // width

    def _nodes(self):
        nodes = {}
        for block in self.statistics.blocks:
            found = NODE.match(block[len(self.prefix) + 1:]) if block.startswith(self.prefix + ".") else None
            if found:
                nodes[int(found[3])] = Node(found[1], int(found[2]), block)
        return nodes

    def place_of(self, column, row):
        return row * self.width + column if 0 <= column < self.width and 0 <= row < self.height else None

    def _network(self, part, title, sender, sent):
        """`sent` counts what nodes of the kind `sender` put into the network; the others only take out of it."""
        network = Network(title)
        for place in range(self.width * self.height):
            router = f"{self.prefix}.{part}.router_{place}"
            flits = dict(zip(PORTS, self.statistics.histogram(router, "output_flits")))
            for port, (right, down) in STEPS.items():
                neighbour = self.place_of(place % self.width + right, place // self.width + down)
                if neighbour is not None:
                    self._add(network, place, port, f"router {place} to router {neighbour}", flits[port])
            node = self.nodes.get(place)
            if node and node.kind == sender:
                self._add(network, place, "from_node", f"{node.kind} {node.number} to router {place}",
                          self.statistics.counter(node.block, sent))
            elif node:
                self._add(network, place, "to_node", f"router {place} to {node.kind} {node.number}", flits["node"])
        self._add_heat(network, part)
        return network

    def _add(self, network, place, port, name, flits):
        network.links.append(Link(place, port, name, flits / self.cycles))

    def _add_heat(self, network, part):
        routers = [f"{self.prefix}.{part}.router_{place}" for place in range(self.width * self.height)]
        # Routers that only delay packets have the counter as well.
        merging = any(self.statistics.blocks[router].get("merges", {}).get("value") for router in routers)
        network.heat_label = "packets merged, by router" if merging else "packets that left, by router"
        network.heat = [self.statistics.counter(router, "merges" if merging else "packets") for router in routers]
