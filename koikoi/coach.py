"""What a good player would say: the best moves and why, the odds of going on, where it was lost.

It sees what the seat sees and no more, and asks the same search as the strongest player.
"""

from __future__ import annotations

from random import Random

from koikoi import chance
from koikoi.advice import Hint, Judged, Review
from koikoi.cards import Fuda
from koikoi.match import Match
from koikoi.moves import Move, Pick, Play
from koikoi.players.search import Stop, evaluate
from koikoi.players.searcher import never
from koikoi.progress import makers, nearest
from koikoi.seat import Seat
from koikoi.view import View
from koikoi.yaku import judge, reach

FAR = 3
"""A yaku that lacks more cards than these is no reason to take one."""


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


def review(match: Match, number: int, seat: Seat, playouts: int, stop: Stop = never) -> Review:
    """Return what a seat's decisions in a round of a match cost, the dearest first.

    Each is valued by so many playings out; where there was nothing to choose nothing is judged.
    When `stop` says that there is no more time the rest is left out. The same match and number
    of playings out give the same answer.
    """
    round_ = match.rounds[number - match.first_round]
    before = match.scores_after(number - match.first_round)
    judged = []
    state = round_.start_again()
    for index, move in enumerate(round_.moves):
        if stop():
            break
        if state.turn is seat and len(state.legal_moves) > 1:
            rng = Random(chance.coach_seed(match.seed, seat, number, index))
            valued = evaluate(View.of(state, seat, number, before), playouts, rng, stop)
            best, means = valued[0], {each.move: each.mean for each in valued}
            # One that was dropped early may look better than it is.
            judged.append(Judged(index, best.move, round(max(0.0, best.mean - means[move]), 3)))
        state = state.apply(move)
    return tuple(sorted(judged, key=lambda each: -each.cost))
