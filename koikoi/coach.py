"""What a good player would say: the best moves and why, the odds of going on, where it was lost.

It sees what the seat sees and no more, and asks the same search as the strongest player.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from koikoi import chance
from koikoi.cards import Fuda
from koikoi.match import Match
from koikoi.moves import Move, Pick, Play
from koikoi.players.search import Stop, evaluate
from koikoi.players.searcher import never
from koikoi.progress import makers, nearest
from koikoi.round import Round
from koikoi.seat import Seat
from koikoi.view import View
from koikoi.yaku import judge, reach

FAR = 3
"""A yaku that lacks more cards than these is no reason to take one."""


class Hint(NamedTuple):
    """A move, what it may be expected to bring, and what speaks for it.

    `points` is the mean result of the round after it, in the last round that of the match
    (docs/players.md); `won` and `lost` are how often, from 0 to 1, the seat was paid and the other.
    """

    move: Move
    points: float
    won: float
    lost: float
    serves: str
    """The yaku that the cards it takes come closest to; "" where it takes none."""
    denies: str
    """The yaku that the other seat would have made with one of them; "" for none."""


def hints(view: View, playouts: int, rng: Random, stop: Stop = never) -> tuple[Hint, ...]:
    """Return the legal moves, the best first, after about so many playings out in all."""
    found = []
    for each in evaluate(view, playouts, rng, stop):
        count = each.playouts or 1
        serves, denies = _reasons(view, each.move)
        found.append(
            Hint(each.move, each.mean, each.won / count, each.lost / count, serves, denies)
        )
    return tuple(found)


def _reasons(view: View, move: Move) -> tuple[str, str]:
    """Return the yaku that a move serves and the one it denies."""
    taken = _taken(view, move)
    if not taken:
        return "", ""
    theirs = view.sight(view.seat.other)
    denied = (key for key, cards in reach(view.rules, theirs) if set(cards) & set(taken))
    return _served(view, taken), next(denied, "")


def _taken(view: View, move: Move) -> Fuda:
    """Return the cards that a move brings into the pile, the draw apart."""
    match move:
        case Play(card=card, take=take):
            matches = view.matching(card) if take is None else (take,)
            return (card, *matches) if matches else ()
        case Pick(take=take) if view.drawn is not None:
            return view.drawn, take
    return ()


def _served(view: View, taken: Fuda) -> str:
    """Return the yaku that these cards make, or bring the owner nearest to."""
    seat = view.seat
    before = {made.key: made.points for made in judge(view.rules, view.sight(seat))}
    sight = view.sight(seat)._replace(own=(*view.torifuda[seat], *taken))
    for made in judge(view.rules, sight):
        if made.points > before.get(made.key, 0):
            return made.key
    for each in nearest(view.rules, sight, most=99, lacking=FAR):
        if set(taken) & set(makers(view.rules, each.row.key, sight.own)):
            return each.row.key
    return ""


class Judged(NamedTuple):
    """A decision that was made, and what it cost beside the best one, in expected points."""

    view: View
    move: Move
    best: Move
    cost: float
    number: int
    """Which decision of the round it was, from 0."""


def review(
    match: Match, number: int, seat: Seat, playouts: int, stop: Stop = never
) -> tuple[Judged, ...]:
    """Return a seat's decisions in a round of a match, the dearest first.

    Each is valued by so many playings out; where there was nothing to choose nothing is judged.
    When `stop` says that there is no more time the rest is left out. The same match and number
    of playings out give the same answer.
    """
    place = number - match.first_round
    before = match.scores_after(place)
    judged = []
    for index, view, move in _decisions(match.rounds[place], seat, number, before):
        if stop():
            break
        rng = Random(chance.choice_seed(match.seed + b"/review", seat, number, index))
        valued = {each.move: each.mean for each in evaluate(view, playouts, rng, stop)}
        best = max(valued, key=valued.__getitem__)
        judged.append(Judged(view, move, best, valued[best] - valued[move], index))
    return tuple(sorted(judged, key=lambda each: -each.cost))


def _decisions(
    round_: Round, seat: Seat, number: int, scores: tuple[int, int]
) -> Iterator[tuple[int, View, Move]]:
    """Yield each of a seat's decisions between several moves: its number, the view, the move."""
    state = round_.start_again()
    for index, move in enumerate(round_.moves):
        if state.turn is seat and len(state.legal_moves) > 1:
            yield index, View.of(state, seat, number, scores), move
        state = state.apply(move)
