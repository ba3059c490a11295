"""A crossbar by its ports, requests beside replies: where flits enter on the left, where they leave on the right."""

from . import canvas

ROW, LOWEST, AROUND = 0.19, 1.4, 2.05  # inches: a port, the lowest panel, what stands above and below it
BAR = 0.8  # of a row
ROOM = 1.3  # behind the longest bar, for its figure


class CrossbarPicture:
    def __init__(self, crossbar):
        self.networks = crossbar.networks
        self.rows = max(len(ports) for network in self.networks for ports in [network.inputs, network.outputs])
        self.longest = max(network.busiest().utilisation for network in self.networks) or 1
        # One scale for both networks: bars are as dark as they are long.
        self.colours = canvas.scale([self.longest], canvas.LINKS)

    def draw(self, title, subtitle):
        pyplot = canvas.pyplot()
        high = max(LOWEST, ROW * self.rows) + AROUND
        figure = pyplot.figure(figsize=(12, high), dpi=110)
        canvas.add_title(figure, title, subtitle)
        cells = figure.add_gridspec(1, 2, left=0.1, right=0.9, wspace=0.62, top=1 - 1.15 / high, bottom=0.9 / high)
        for cell, network in zip(cells, self.networks):
            self._draw_network(figure, cell.subgridspec(1, 2, wspace=0.02), network)
        bar = figure.add_axes([0.3, 0.5 / high, 0.4, 0.13 / high])
        canvas.colour_bar(figure, self.colours, bar, "port utilisation, % of network cycles", in_percent=True)
        return figure

    def _draw_network(self, figure, cells, network):
        left, right = (figure.add_subplot(cell) for cell in cells)
        left.invert_xaxis()
        right.yaxis.tick_right()
        self._draw_ports(left, network, network.inputs, "in")
        self._draw_ports(right, network, network.outputs, "out")
        # In the middle of the pair, above both titles.
        left.annotate(f"{network.title}\n{canvas.busiest('port', network)}", (1.01, 1), xycoords="axes fraction",
                      xytext=(0, 20), textcoords="offset points", ha="center", fontsize=9)

    def _draw_ports(self, axes, network, ports, side):
        values, busiest = [port.utilisation for port in ports], network.busiest()
        bars = axes.barh(range(len(ports)), values, height=BAR, color=[self.colours.to_rgba(value) for value in values])
        for port, bar in zip(ports, bars):
            strong = port is busiest and port.utilisation
            bar.set(gid=f"{network.title}: {port.name}", edgecolor="black" if strong else "#999999",
                    linewidth=1.4 if strong else 0.4)
        end = self.longest * ROOM
        axes.set(xlim=(end, 0) if side == "in" else (0, end), ylim=(self.rows - 0.4, -0.6), xticks=[])
        axes.bar_label(bars, [canvas.percent(value) for value in values], fontsize=6.5, padding=3)
        axes.set_yticks(range(len(ports)), [port.node for port in ports], fontsize=7)
        axes.tick_params(length=0)
        axes.set_title(f"{side}, mean {canvas.percent(sum(values) / len(values))}", fontsize=8)
        for spine in axes.spines.values():
            spine.set(linewidth=0.5, color="#999999")
