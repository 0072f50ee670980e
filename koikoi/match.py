"""A match: the draw for dealer, then month after month to the last."""

from __future__ import annotations

from itertools import count
from typing import NamedTuple

from koikoi import chance
from koikoi.advice import Review
from koikoi.cards import Card, KoiKoiError, Month
from koikoi.moves import Move
from koikoi.position import Position, misdeal
from koikoi.round import Redealt, Round
from koikoi.rules import RuleSet
from koikoi.score import Reason
from koikoi.seat import NORTH, SOUTH, Seat
from koikoi.view import View


class MatchError(KoiKoiError, ValueError):
    """Something a match cannot do now."""


class Human(NamedTuple):
    """A seat held by a person."""

    def __str__(self) -> str:
        return "human"


class Cpu(NamedTuple):
    """A seat held by a player of the program; a level that searches names its means and budget."""

    level: str
    backend: str = "plain"
    budget: int = 0

    def __str__(self) -> str:
        search = f" {self.backend} {self.budget}" if self.budget else ""
        return f"cpu {self.level}{search}"


Sitter = Human | Cpu


class Match(NamedTuple):
    """A match as a value: who plays by which rules, and every round so far, the current one last.

    `seed` decides all chance in it. `oyagime` holds the draws for dealer, South's card first;
    only the last pair decided. A match taken over from elsewhere starts at a later `first_round`
    with `carried` points on top of those that everyone starts with. `takebacks` is how often a
    decision in it was taken back: with one it counts for no statistics. `coached` is how often
    South was told what to play. `reviews` are what South's decisions cost, by the number of the
    round, where that was worked out.
    """

    rules: RuleSet
    seed: bytes
    sitters: tuple[Sitter, Sitter]
    oyagime: tuple[tuple[Card, Card], ...]
    rounds: tuple[Round, ...]
    first_round: int = 1
    carried: tuple[int, int] = (0, 0)
    given_up: Seat | None = None
    takebacks: int = 0
    coached: int = 0
    reviews: tuple[tuple[int, Review], ...] = ()

    @classmethod
    def new(cls, rules: RuleSet, seed: bytes, sitters: tuple[Sitter, Sitter]) -> Match:
        """Return a match with its dealer drawn and the first month dealt."""
        oyagime = draw_for_oya(rules, seed)
        oya = first_oya(rules, seed, oyagime)
        return cls(rules, seed, sitters, oyagime, (dealt(rules, seed, 1, oya),))

    @property
    def round(self) -> Round:
        """The round in play, or the one that just ended."""
        return self.rounds[-1]

    @property
    def number(self) -> int:
        """The number of the round in play, the first is 1."""
        return self.first_round + len(self.rounds) - 1

    @property
    def scores(self) -> tuple[int, int]:
        """The points of South and North after all rounds that ended."""
        return self.scores_after(len(self.rounds))

    def scores_after(self, ended: int) -> tuple[int, int]:
        """The points of South and North after so many rounds of this match."""
        south = self.rules.start_points + self.carried[SOUTH]
        north = self.rules.start_points + self.carried[NORTH]
        for round_ in self.rounds[:ended]:
            if round_.result is not None:
                south += round_.result.points[SOUTH]
                north += round_.result.points[NORTH]
        return south, north

    @property
    def over(self) -> bool:
        """Whether the match has ended: by its rounds, its points, or given up."""
        if self.given_up is not None:
            return True
        if self.round.result is None:
            return False
        rules, scores = self.rules, self.scores
        if rules.bankrupt_ends and min(scores) <= 0:
            return True
        if rules.target_score and max(scores) >= rules.target_score:
            return True
        tied = scores[SOUTH] == scores[NORTH] and rules.final_tie == "extra_round"
        return self.number >= rules.rounds and not tied

    @property
    def winner(self) -> Seat | None:
        """Who won; None while it lasts, and for a tie."""
        if self.given_up is not None:
            return self.given_up.other
        south, north = self.scores
        if not self.over:
            return None
        if south == north:
            return self.round.oya if self.rules.final_tie == "dealer_wins" else None
        return SOUTH if south > north else NORTH

    def apply(self, move: Move) -> Match:
        """Return the match after a move in its round; raises IllegalMoveError or MatchError."""
        if self.given_up is not None:
            raise MatchError("the match was given up")
        return self._replace(rounds=(*self.rounds[:-1], self.round.apply(move)))

    def next_round(self) -> Match:
        """Return the match with the next month dealt; raises MatchError."""
        if self.over or self.round.result is None:
            raise MatchError("the next round starts when this one has ended")
        next_one = dealt(self.rules, self.seed, self.number + 1, self.next_oya)
        return self._replace(rounds=(*self.rounds, next_one))

    @property
    def next_oya(self) -> Seat:
        """Who deals the round after this one."""
        oya, result = self.round.oya, self.round.result
        if result is not None and result.reason is Reason.FIELD_FOUR and result.winner is None:
            return oya.other
        if result is None or result.winner is None:
            return oya.other if self.rules.next_dealer_on_draw == "switch" else oya
        if self.rules.next_dealer == "alternate":
            return oya.other
        return result.winner if self.rules.next_dealer == "winner" else result.winner.other

    def give_up(self, seat: Seat) -> Match:
        """Return the match as lost by this seat; raises MatchError when it is over."""
        if self.over:
            raise MatchError("the match is over")
        return self._replace(given_up=seat)

    def taken_back(self, seat: Seat) -> Match | None:
        """Return the match as it stood before a seat's last decision, None where there is none.

        Only within the round in play: what a round has paid stays paid. All cards lie as they lay,
        so what was seen of the draw pile comes again.
        """
        state = self.round.start_again()
        before = None
        for move in self.round.moves:
            if state.turn is seat:
                before = state
            state = state.apply(move)
        if before is None or self.round.result is not None or self.given_up is not None:
            return None
        rounds = (*self.rounds[:-1], before)
        return self._replace(rounds=rounds, takebacks=self.takebacks + 1)

    def review(self, number: int) -> Review | None:
        """Return what South's decisions in a round cost, or None where nobody has looked."""
        return dict(self.reviews).get(number)

    def reviewed(self, number: int, review: Review) -> Match:
        """Return the match with what South's decisions in a round cost."""
        reviews = {**dict(self.reviews), number: review}
        return self._replace(reviews=tuple(sorted(reviews.items())))

    def view(self, seat: Seat) -> View:
        """Return what a seat may know."""
        before = self.scores_after(len(self.rounds) - 1)
        return View.of(self.round, seat, self.number, before)


def month_of(rules: RuleSet, seed: bytes, number: int) -> Month:
    """Return the month that a round plays; after twelve rounds they begin anew."""
    place = (number - 1) % 12
    if rules.month_order == "sequential":
        return Month(place + 1)
    if rules.month_order == "random":
        return [card.month for card in chance.shuffled(seed, "months") if card % 4 == 0][place]
    return Month(int(rules.month_order[place], 16))


def dealt(rules: RuleSet, seed: bytes, number: int, oya: Seat) -> Round:
    """Return a round with its cards dealt, dealt again as often as the rules ask for it."""
    month = month_of(rules, seed, number)
    redealt: tuple[Redealt, ...] = ()
    for redeal in count():
        deal = Position.deal(month, oya, chance.deal(seed, number, redeal))
        rule = misdeal(rules, deal)
        if not rule:
            break
        redealt = (*redealt, Redealt(rule))
    return Round.begin(rules, deal, redealt)


def draw_for_oya(rules: RuleSet, seed: bytes) -> tuple[tuple[Card, Card], ...]:
    """Return the cards drawn for dealer, South's first in each pair; the last pair decides."""
    if rules.first_dealer not in ("draw_card", "draw_of_twelve"):
        return ()
    cards = chance.shuffled(seed, "oyagime")
    if rules.first_dealer == "draw_of_twelve":
        # One card of each month, the highest: they cannot be equal.
        cards = tuple(card for card in cards if card % 4 == 0)
    draws: list[tuple[Card, Card]] = []
    for south, north in zip(cards[::2], cards[1::2], strict=True):
        draws.append((south, north))
        if _rank(rules, south) != _rank(rules, north):
            break
    return tuple(draws)


def _rank(rules: RuleSet, card: Card) -> tuple[int, int]:
    """Return a card's place in the draw for dealer, the lowest deals: month, then worth."""
    by_worth = rules.first_dealer_tie == "higher_card_then_redraw"
    return card.month, -card.kind.value if by_worth else 0


def first_oya(rules: RuleSet, seed: bytes, oyagime: tuple[tuple[Card, Card], ...]) -> Seat:
    """Return who deals first: the earlier month, by the rules a better card of the same month."""
    if rules.first_dealer == "player":
        return SOUTH
    if not oyagime:
        return SOUTH if chance.shuffled(seed, "oyagime")[0] % 2 else NORTH
    south, north = oyagime[-1]
    return SOUTH if _rank(rules, south) < _rank(rules, north) else NORTH
