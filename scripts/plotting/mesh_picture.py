"""A mesh as it lies on the chip: links by utilisation, routers by merges or packets, requests beside replies."""

from . import canvas
from .mesh import STEPS

# Lengths in steps of the mesh: half a router, a node and its distance, a link and its distance from the middle.
ROUTER, NODE, NODE_AT, LANE = 0.21, 0.14, 0.45, 0.085
SHAFT, HEAD, HEAD_LENGTH = 0.05, 0.085, 0.15
PITCH, WIDEST, NARROWEST, AROUND = 0.95, 22, 4.2, 2.05  # inches: a step, both networks, one, what stands around them


def arrow(begin, end):
    """The corners of an arrow as wide as a link."""
    (x, y), length = begin, ((end[0] - begin[0]) ** 2 + (end[1] - begin[1]) ** 2) ** 0.5
    along = ((end[0] - x) / length, (end[1] - y) / length)

    def at(forward, aside):
        return x + along[0] * forward - along[1] * aside, y + along[1] * forward + along[0] * aside
    neck = length - HEAD_LENGTH
    corners = [(0, SHAFT), (neck, SHAFT), (neck, HEAD), (length, 0), (neck, -HEAD), (neck, -SHAFT), (0, -SHAFT)]
    return [at(*corner) for corner in corners]


def ends(link, width):
    """Links of both directions lie side by side, each on its right-hand side."""
    column, row = link.place % width, link.place // width
    if link.port in STEPS:
        right, down = STEPS[link.port]
        x, y = column - down * LANE, row + right * LANE
        return (x + right * ROUTER, y + down * ROUTER), (x + right * (1 - ROUTER), y + down * (1 - ROUTER))
    near, far = ROUTER, NODE_AT - NODE * 0.75
    at_router, at_node = (column + near, row + near), (column + far, row + far)
    return (at_router, at_node) if link.port == "to_node" else (at_node, at_router)


class MeshPicture:
    def __init__(self, mesh, memory):
        self.mesh, self.memory = mesh, memory  # memory: what the memory nodes are
        self.step = min(PITCH, WIDEST / 2 / (mesh.width + 1))
        self.text = 7.5 * self.step / PITCH

    def draw(self, title, subtitle):
        pyplot = canvas.pyplot()
        wide, panel = max(self.step * (self.mesh.width + 0.6), NARROWEST), self.step * (self.mesh.height + 0.4)
        high = panel + AROUND
        figure = pyplot.figure(figsize=(2 * wide + 0.3, high), dpi=110)
        canvas.add_title(figure, title, subtitle)
        grid = figure.add_gridspec(2, 4, height_ratios=[panel, 0.13], left=0.02, right=0.98, wspace=0.12,
                                   hspace=0.3 / panel, top=1 - 1 / high, bottom=0.75 / high)
        for index, network in enumerate(self.mesh.networks):
            axes, links_bar, heat_bar = (figure.add_subplot(cell) for cell in [
                grid[0, 2 * index:2 * index + 2], grid[1, 2 * index], grid[1, 2 * index + 1]])
            # A scale for each network: replies carry the data, and requests would all be pale beside them.
            link_colours = canvas.scale([link.utilisation for link in network.links], canvas.LINKS)
            heat_colours = canvas.scale(network.heat, canvas.ROUTERS)
            self._draw_network(axes, network, link_colours, heat_colours)
            canvas.colour_bar(figure, link_colours, links_bar, "link utilisation, % of network cycles", in_percent=True)
            canvas.colour_bar(figure, heat_colours, heat_bar, network.heat_label)
        self._add_legend(figure)
        return figure

    def _draw_network(self, axes, network, link_colours, heat_colours):
        axes.set(xlim=(-0.4, self.mesh.width - 0.3), ylim=(self.mesh.height - 0.3, -0.4), aspect="equal")
        axes.axis("off")
        axes.set_title(f"{network.title}\n{canvas.busiest('link', network)}", fontsize=9)
        self._draw_links(axes, network, link_colours)
        for place, value in enumerate(network.heat):
            self._draw_router(axes, network, place, value, heat_colours)
        for place, node in self.mesh.nodes.items():
            self._draw_node(axes, place, node)

    def _draw_links(self, axes, network, colours):
        from matplotlib.patches import Polygon

        busiest = network.busiest()
        for link in network.links:
            strong = link is busiest and link.utilisation
            axes.add_patch(Polygon(arrow(*ends(link, self.mesh.width)), closed=True,
                                   facecolor=colours.to_rgba(link.utilisation) if link.utilisation else "white",
                                   edgecolor="black" if strong else "#999999", linewidth=1.4 if strong else 0.4,
                                   zorder=3 if strong else 2, gid=f"{network.title}: {link.name}"))

    def _draw_router(self, axes, network, place, value, colours):
        from matplotlib.patches import Rectangle

        column, row = place % self.mesh.width, place // self.mesh.width
        axes.add_patch(Rectangle((column - ROUTER, row - ROUTER), 2 * ROUTER, 2 * ROUTER, linewidth=0.6,
                                 facecolor=colours.to_rgba(value), edgecolor="black", zorder=4,
                                 gid=f"{network.title}: router {place}"))
        axes.text(column, row, place, fontsize=self.text, ha="center", va="center", zorder=5,
                  color="white" if colours.norm(value) > canvas.DARK else "black")

    def _draw_node(self, axes, place, node):
        from matplotlib.patches import Circle, Rectangle

        x, y = place % self.mesh.width + NODE_AT, place // self.mesh.width + NODE_AT
        memory = node.kind == "memory"
        axes.add_patch(Rectangle((x - NODE, y - NODE), 2 * NODE, 2 * NODE, facecolor="black", zorder=4) if memory else
                       Circle((x, y), NODE, facecolor="white", edgecolor="black", linewidth=0.6, zorder=4))
        axes.text(x, y, f"{'M' if memory else 'C'}{node.number}", fontsize=self.text * 0.82, ha="center", va="center",
                  zorder=5, color="white" if memory else "black")

    def _add_legend(self, figure):
        from matplotlib.lines import Line2D

        def entry(label, marker, face, edge="black", width=0.6):
            return Line2D([], [], linestyle="", marker=marker, markersize=8, markerfacecolor=face, markeredgecolor=edge,
                          markeredgewidth=width, label=label)
        figure.legend(handles=[entry("router, with its place", "s", "#9ecae1"), entry("C: cluster", "o", "white"),
                               entry(f"M: {self.memory}", "s", "black"),
                               entry("busiest link", "$\u279e$", "#bd0026", width=0.8),
                               entry("link without traffic", "$\u279e$", "white", "#999999")],
                      loc="lower center", ncol=5, frameon=False, fontsize=8, bbox_to_anchor=(0.5, 0))
