"""A tournament with its chart: levels and a bot of your own, rated together, drawn as SVG.

    python python/examples/tournament.py [--games 20] [--output ladder.svg]
"""

from __future__ import annotations

import argparse
import html

import plateau


def centre(state: plateau.State) -> int:
    """A bot of your own: the legal column nearest to the middle."""
    middle = (plateau.game("connect4").num_actions - 1) / 2
    return min(state.legal_actions(), key=lambda action: abs(action - middle))


def chart(standings: list[plateau.Standing]) -> str:
    """Ratings as bars with their 95% intervals."""
    ranked = sorted(standings, key=lambda one: -(one.rating or 0))
    low = min((one.rating or 0) - (one.rating_error or 0) for one in ranked)
    high = max((one.rating or 0) + (one.rating_error or 0) for one in ranked)
    width, left, row = 640, 130, 32

    def x(elo: float) -> float:
        return left + (width - left - 90) * (elo - low) / max(high - low, 1.0)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{row * len(ranked) + 20}" '
        'font-family="sans-serif" font-size="14">'
    ]
    for place, one in enumerate(ranked):
        y, rating, error = 20 + row * place, one.rating or 0.0, one.rating_error or 0.0
        lines += [
            f'<text x="{left - 10}" y="{y + 5}" text-anchor="end">{html.escape(one.name)}</text>',
            f'<rect x="{left}" y="{y - 9}" width="{x(rating) - left:.1f}" height="18" fill="#1f5fa8"/>',
            f'<path d="M{x(rating - error):.1f} {y}H{x(rating + error):.1f}" stroke="#222" stroke-width="2"/>',
            f'<text x="{x(rating + error) + 8:.1f}" y="{y + 5}">{rating:.0f} ± {error:.0f}</text>',
        ]
    return "\n".join([*lines, "</svg>"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20, help="of every pairing")
    parser.add_argument("--output", default="ladder.svg")
    asked = parser.parse_args()
    report = plateau.ladder("connect4", "random", centre, "medium", "hard", games=asked.games)
    for one in sorted(report.standings, key=lambda one: -(one.rating or 0)):
        print(f"{one.name:>8} {one.rating:6.0f} ± {one.rating_error or 0:3.0f}  share {one.share:.2f}")
    print(f"{report.played} games, {report.different} of them different")
    with open(asked.output, "w", encoding="utf-8") as file:
        file.write(chart(report.standings))
    print(f"the chart is in {asked.output}")


if __name__ == "__main__":
    main()
