"""Moves valued by chance: the hidden cards are dealt anew, and the round played out, many times.

Every move is tried on the same deals, and after each stage the worse half is dropped. What is dealt
is what the seat cannot see, so nothing hidden decides; all deals that the rules would not have sent
back are equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import ceil, log2
from random import Random
from typing import NamedTuple

from koikoi.chance import shuffled_by
from koikoi.moves import Call, Move, Pick, Play
from koikoi.players.packed import FOURTH, NOTHING, Tables, code, compared, laid_out, tables
from koikoi.players.playout import Spot, Turn, play_out, turns
from koikoi.players.searcher import never
from koikoi.round import Called, Laid, thought_back
from koikoi.seat import Seat
from koikoi.view import View
from koikoi.yaku import total

CUTS = 5
"""How many deals come of one shuffle, which takes longer than to play a deal out."""

CHECKED_EVERY = 64
"""Rounds played out between two looks at whether there is time: 10 ms on the smallest board."""

A_POINT = 0.0005
"""What a point is worth in the last round, in matches: it decides between equals."""

ODD = int("001" * 12, 2)
"""The lowest bit of each month's counter."""

Stop = Callable[[], bool]
"""Says whether there is no more time."""


class Valued(NamedTuple):
    """A move and what it is worth to the seat: the mean of so many playings out, 0 if it is sure.

    In points; in the last round in matches won, and half a thousandth for each point.
    """

    move: Move
    mean: float
    playouts: int
    won: int = 0
    """In how many of them the seat was paid; in others nobody was, or the other seat."""
    lost: int = 0


class Deal(NamedTuple):
    """Codes: the own hand in some order, the other hand, the draw pile."""

    own: tuple[int, ...]
    other: tuple[int, ...]
    draws: tuple[int, ...]
    turns: list[Turn]
    """All of them in turn, the own hand first."""


Line = Callable[[Deal, Random], int]
"""Plays a deal out after a move, and returns what the seat wins."""


def evaluate(view: View, playouts: int, rng: Random, stop: Stop = never) -> tuple[Valued, ...]:
    """Return the legal moves, the best first, after about so many playings out in all.

    The same view, number and generator give the same values, unless `stop` ends it before.
    """
    utility, hidden = _utility(view), Hidden.of(view)
    done = [Valued(Call.SHOUBU, utility(_stop_pays(view)), 0)] if view.calling else []
    lines: dict[Move, Line] = {
        move: _line(view, move) for move in view.legal_moves if move is not Call.SHOUBU
    }
    results: dict[Move, list[int]] = {move: [] for move in lines}
    alive: list[Move] = list(lines)
    dropped: list[Valued] = []
    valued: dict[Move, Valued] = {}
    stages = ceil(log2(len(lines))) or 1
    deals = hidden.deals(rng)
    for _ in range(stages):
        every = max(1, CHECKED_EVERY // len(alive))
        for number in range(max(1, playouts // (stages * len(alive)))):
            if number % every == 0 and results[alive[0]] and stop():
                break
            deal = next(deals)
            for move in alive:
                results[move].append(lines[move](deal, rng))
        valued = {move: _valued(move, results[move], utility) for move in alive}
        alive.sort(key=lambda move: valued[move].mean, reverse=True)
        kept = ceil(len(alive) / 2)
        dropped = [valued[move] for move in alive[kept:]] + dropped
        alive = alive[:kept]
    done += [valued[move] for move in alive] + dropped
    return tuple(sorted(done, key=lambda each: each.mean, reverse=True) if view.calling else done)


def _valued(move: Move, results: list[int], utility: Callable[[int], float]) -> Valued:
    """Return what a move is worth by the points that it brought."""
    times = Counter(results)
    total = sum(utility(points) * count for points, count in times.items())
    won = sum(count for points, count in times.items() if points > 0)
    lost = sum(count for points, count in times.items() if points < 0)
    return Valued(move, total / len(results), len(results), won, lost)


class Hidden(NamedTuple):
    """What a seat cannot see: the other hand and the draw pile."""

    own: list[int]
    unseen: list[int]
    other: int
    """How many cards the other hand has."""
    shown: int | None
    """The months of the cards that it has played, counted; None where its deal is not checked."""

    @classmethod
    def of(cls, view: View) -> Hidden:
        """Return what a view leaves open."""
        other = view.seat.other
        played = [
            event.card
            for event in view.history
            if isinstance(event, Laid) and event.seat is other and not event.drawn
        ]
        count = view.cards_in_hand[other]
        # Four of a month or four pairs in a hand: dealt again, or the round would be over.
        checked = {view.rules.teshi, view.rules.kuttsuki} != {"off"} and count + len(played) == 8
        return cls(
            own=[code(card) for card in view.tefuda],
            unseen=[code(card) for card in view.unseen],
            other=count,
            shown=_months([code(card) for card in played]) if checked else None,
        )

    def deals(self, rng: Random) -> Iterator[Deal]:
        """Yield the hidden cards as they may lie, and the own hand in some order, for ever.

        Each shuffle is cut in several places. So each deal is as likely as any other, and those of
        a shuffle are less alike than chance would have them.
        """
        count = len(self.unseen)
        cuts = range(0, max(count, 1), max(1, count // CUTS))
        while True:
            cards, own = shuffled_by(rng, self.unseen) * 2, shuffled_by(rng, self.own)
            for cut in cuts:
                other = cards[cut : cut + self.other]
                if self.shown is None or not _dealt_yaku(self.shown + _months(other)):
                    draws = cards[cut + self.other : cut + count]
                    own = (*own[1:], *own[:1])
                    yield Deal(own, other, draws, turns(own, other, draws))


def _months(codes: Sequence[int]) -> int:
    """Return how many cards each month has, in three bits each."""
    return sum([1 << 3 * (each >> 6) for each in codes])


def _dealt_yaku(months: int) -> bool:
    """Whether eight cards are four of a month and others, or four pairs."""
    return bool(months & FOURTH) or not months & ODD


def _line(view: View, move: Move) -> Line:
    """Return how the round is played out after a move."""
    laws = tables(view.rules, view.month)
    me = view.seat
    match move:
        case Play(card=card, take=take):
            if take is not None:
                laws = laws.aimed(card, laid_out(view.bafuda)[card >> 2], take)
            spot, first = _spot(view, laws, me), code(card)

            def play(deal: Deal, rng: Random) -> int:
                # The order of the deal, but this one changes places with the first.
                to_play, place = deal.turns.copy(), deal.own.index(first)
                to_play[place] = (deal.own[0], *to_play[place][1:])
                to_play[0] = (first, *to_play[0][1:])
                return play_out(spot, to_play, rng.random)

            return play
        case Pick(take=take) if view.drawn is not None:
            laws = laws.aimed(view.drawn, laid_out(view.bafuda)[view.drawn >> 2], take)
            spot, drawn = _spot(view, laws, me), code(view.drawn)

            def pick(deal: Deal, rng: Random) -> int:
                # The hand card of this turn is laid already.
                own, draws = [NOTHING, *deal.own], [drawn, *deal.draws]
                return play_out(spot, turns(own, deal.other, draws), rng.random)

            return pick
    spot = _gone_on(_spot(view, laws, me.other))

    def go_on(deal: Deal, rng: Random) -> int:
        return -play_out(spot, turns(deal.other, deal.own, deal.draws), rng.random)

    return go_on


def _spot(view: View, laws: Tables, first: Seat) -> Spot:
    """Return where the round stands, before a turn of this seat or in it."""
    seats = first, first.other
    nibbles = laid_out(view.bafuda)
    own, other = (laws.pile(view.torifuda[seat]) for seat in seats)
    called = [event.seat for event in view.history if isinstance(event, Called)]
    called = called or [seat for seat in seats if view.calls[seat]]
    return Spot(
        tables=laws,
        nibbles=tuple(nibbles),
        piles=(own, other),
        calls=(view.calls[first], view.calls[first.other]),
        held=(total(view.held[first]), total(view.held[first.other])),
        held_made=(
            compared(view.rules, view.held[first]),
            compared(view.rules, view.held[first.other]),
        ),
        before=(
            _began(view, laws, first),
            laws.score(other, nibbles, view.calls[first.other]),
        ),
        last_caller=seats.index(called[-1]) if called else None,
        oya=seats.index(view.oya),
        brights=view.brights,
    )


def _began(view: View, laws: Tables, seat: Seat) -> int:
    """Return a seat's points when this turn began."""
    pile, bafuda = view.torifuda[seat], view.bafuda
    laid = view.history[-1] if view.history else None
    if view.drawn is not None and isinstance(laid, Laid):
        # The hand card of this turn was laid already.
        pile, bafuda = thought_back(pile, bafuda, laid)
    return laws.score(laws.pile(pile), laid_out(bafuda), view.calls[seat])


def _gone_on(spot: Spot) -> Spot:
    """Return the spot after a koi-koi call of the other seat."""
    laws, nibbles = spot.tables, list(spot.nibbles)
    own, calls = spot.piles[1], spot.calls[1] + 1
    points = laws.score(own, nibbles, calls)
    return spot._replace(
        calls=(spot.calls[0], calls),
        held=(spot.held[0], points),
        held_made=(spot.held_made[0], laws.made(own, nibbles, calls)),
        before=(spot.before[0], points),
        last_caller=1,
    )


def _stop_pays(view: View) -> int:
    """Return what the seat is paid if it stops now."""
    laws, seat = tables(view.rules, view.month), view.seat
    own, other = view.calls[seat], view.calls[seat.other]
    points = laws.score(laws.pile(view.torifuda[seat]), laid_out(view.bafuda), own)
    return laws.paid(own, other, view.brights)[points]


def _utility(view: View) -> Callable[[int], float]:
    """Return what winning so many points is worth: in the last round only the match counts."""
    rules, seat = view.rules, view.seat
    if not rules.decides_match(view.number):
        return float
    lead = view.scores[seat] - view.scores[seat.other]
    weight = 2 if rules.zero_sum else 1
    tie = 0.5 if rules.final_tie != "dealer_wins" else float(view.oya is seat)

    def matches(points: int) -> float:
        end = lead + weight * points
        won = tie if end == 0 else float(end > 0)
        return won + A_POINT * points

    return matches
