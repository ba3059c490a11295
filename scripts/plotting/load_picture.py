"""Draws latency over load: a panel for each case, the reference's points and the model's."""

import math

from .canvas import pyplot
from .load_curves import name_of

COLUMNS = 3
HIGHEST = 160  # cycles: beyond it a network is saturated


def draw(curves, reference):
    plot = pyplot()
    rows = math.ceil(len(curves) / COLUMNS)
    figure, axes = plot.subplots(rows, COLUMNS, figsize=(10, 2.5 * rows), squeeze=False, constrained_layout=True)
    for place, (case, points) in zip(axes.flat, curves.items()):
        draw_case(place, case, points, reference)
    for place in axes.flat[len(curves):]:
        place.axis("off")
    for place in axes[:, 0]:
        place.set_ylabel("packet latency, cycles")
    for place in axes[-1]:
        place.set_xlabel("offered flits per node and cycle")
    axes[0][0].legend(fontsize=7, loc="upper left")
    return figure


def draw_case(place, case, points, reference):
    below = [point for point in points if not point.saturated]
    place.set_title(name_of(case), fontsize=8.5)
    place.plot([point.load for point in below], [point.reference[1] for point in below], "o", color="#c0392b",
               markersize=4, label=reference)
    place.plot([point.load for point in points], [point.model[1] for point in points], "-", color="#1f618d",
               linewidth=1.3, label="Heddle")
    for value, colour in [(max(point.reference[0] for point in points), "#c0392b"),
                          (max(point.model[0] for point in points), "#1f618d")]:
        place.axvline(value, color=colour, linewidth=0.8, linestyle=":")
    place.set_ylim(0, HIGHEST)
    place.set_xlim(0)
    place.grid(linewidth=0.3)
