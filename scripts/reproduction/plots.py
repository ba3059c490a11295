"""A picture per figure: groups of bars, one group per workload and one for the mean, stacked where the paper stacks."""

import os

# Okabe and Ito's colours, told apart by everybody.
COLOURS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#000000", "#999999"]
NEUTRAL = {"ratio": 1, "percent_gain": 0}  # no change
MANY = 15  # groups whose names do not fit side by side


def shade(colour, step):
    """Lighter for each part higher up in a stacked bar."""
    parts = [int(colour[i:i + 2], 16) for i in (1, 3, 5)]
    return tuple((value + (255 - value) * (1 - 0.45 ** step)) / 255 for value in parts)


def colour_of(figure, position, part):
    """Bars differ by colour, their parts by shade; the parts of a single bar by colour."""
    if len(figure.bars) == 1:
        return COLOURS[part % len(COLOURS)]
    return shade(COLOURS[position % len(COLOURS)], part)


def draw(table, path):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure = table.figure
    axes_figure, axes = pyplot.subplots(figsize=(11, 3.6), dpi=110)
    mean = means_of(table)
    groups = [*table.workloads, *mean]
    width = 0.84 / len(figure.bars)
    bottoms = {}
    for index, (bar, metric, column, _, _) in enumerate(table.columns):
        position, part = figure.bars.index(bar), bar.metrics.index(metric)
        offset = (position - (len(figure.bars) - 1) / 2) * width
        values = [column.get(name) or 0 for name in table.workloads] + [table.mean(index, name) or 0 for name in mean.values()]
        below = bottoms.get(position, [0] * len(groups))
        label = table.heading(bar, metric) if part == 0 or len(figure.bars) <= 4 else None
        axes.bar([i + offset for i in range(len(groups))], values, width * 0.94, bottom=below, label=label,
                 color=colour_of(figure, position, part), edgecolor="black", linewidth=0.3)
        bottoms[position] = [a + b for a, b in zip(below, values)]
    # Workloads that do not count in the mean stand in brackets.
    counted = table.counted if table.counted is not None else table.workloads
    decorate(axes, figure, [name if name in [*counted, *mean] else f"({name})" for name in groups], len(mean))
    axes_figure.tight_layout()
    axes_figure.savefig(path, metadata={"Software": None})
    pyplot.close(axes_figure)


def means_of(table):
    """Label of each mean in the picture: the group it is of, "" for what the figure counts."""
    label = {"geometric": "gmean", "arithmetic": "mean"}.get(table.figure.mean)
    if label is None:
        return {}
    return {f"{label} {group}": group for group in table.groups} or {label: ""}


def draw_ranks(table, path):
    """Lines over the rank: every bar's values sorted for themselves."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure = table.figure
    axes_figure, axes = pyplot.subplots(figsize=(8, 3.6), dpi=110)
    for index, (label, values) in enumerate(table.ranks()):
        axes.plot(range(1, len(values) + 1), values, marker="o", markersize=3, linewidth=1, label=label,
                  color=COLOURS[index % len(COLOURS)])
    line = NEUTRAL.get(figure.form)
    if line is not None:
        axes.axhline(line, color="black", linewidth=0.8)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("rank, each line sorted for itself")
    axes.set_ylabel(figure.y)
    axes.set_title(figure.title, fontsize=10)
    axes.grid(linewidth=0.3)
    axes.legend(fontsize=7, frameon=False)
    axes_figure.tight_layout()
    axes_figure.savefig(path, metadata={"Software": None})
    pyplot.close(axes_figure)


def decorate(axes, figure, groups, means):
    many = len(groups) >= MANY
    axes.set_xticks(range(len(groups)), groups, **({"rotation": 40, "ha": "right", "fontsize": 8} if many else {}))
    if means:
        axes.axvline(len(groups) - means - 0.5, color="grey", linewidth=0.8)
    line = NEUTRAL.get(figure.form)
    if line is not None:
        axes.axhline(line, color="black", linewidth=0.8)
    axes.set_ylabel(figure.y)
    axes.set_title(figure.title, fontsize=10)
    axes.grid(axis="y", linewidth=0.3)
    axes.set_axisbelow(True)
    axes.margins(x=0.01)
    if figure.form == "ratio":
        low, high = axes.get_ylim()
        smallest = min((bar.get_height() for bar in axes.patches if bar.get_height() > 0), default=0)
        # Near one, the differences are what is to be seen; the axis says where it begins.
        axes.set_ylim(0.5 if smallest > 0.55 else low, high)
    axes.legend(fontsize=7, ncol=min(max(4, len(figure.bars)), columns_of_legend(axes)), loc="upper center", frameon=False,
                bbox_to_anchor=(0.5, -0.26 if many else -0.1))


def columns_of_legend(axes):
    """How many entries of the legend fit beside each other: a wider one would leave no room for the axes."""
    labels = axes.get_legend_handles_labels()[1]
    return max(1, 190 // (max(map(len, labels), default=0) + 10))


def draw_all(tables, folder):
    for key, table in tables.items():
        unfinished = os.path.join(folder, f".figure_{key}.{os.getpid()}.tmp.png")
        (draw_ranks if table.figure.sort == "each" else draw)(table, unfinished)
        os.replace(unfinished, os.path.join(folder, f"figure_{key}.png"))
