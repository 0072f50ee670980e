"""Rounds and matches worth looking at, each at one fixed moment."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from koikoi.advice import Judged, Review
from koikoi.cards import DECK, Card, Fuda, Month, fuda, matching
from koikoi.match import Cpu, Human, Match
from koikoi.moves import Call, Move, Pick, Play
from koikoi.position import Position
from koikoi.round import Round
from koikoi.rules import RuleSet
from koikoi.seat import NORTH, SOUTH, Seat
from koikoi.yaku import judge, worth

RULES = RuleSet()
SEED = b"gallery 13"
SITTERS = Human(), Cpu("hard")


class Lying(NamedTuple):
    """How cards lie, as texts; `draws` come first off the draw pile, what is not named follows."""

    south: str
    north: str
    table: str
    draws: str = ""
    won: str = ""
    """What South has taken."""
    lost: str = ""
    """What North has taken."""

    def at(self, month: Month, turn: Seat = SOUTH) -> Position:
        """Return the position in a month that South has dealt."""
        south, north, table, draws, won, lost = (fuda(text) for text in self)
        used = {*south, *north, *table, *draws, *won, *lost}
        rest = tuple(card for card in DECK if card not in used)
        return Position(
            month=month,
            oya=SOUTH,
            turn=turn,
            tefuda=(south, north),
            bafuda=table,
            yamafuda=draws + rest,
            torifuda=(won, lost),
        )


def three_together() -> Round:
    """Three of a month lie in one slot, and the hand has the fourth."""
    lying = Lying(
        south="3b 4b 5b 6b 7b 8b 9a Ab",
        north="1Z 2Z 3Z 4Z 5Z 6Z 7Z 8a",
        table="9T 9Z 9b Aa Ba Ca 1H 2T",
    )
    return Round.begin(RULES, lying.at(Month.UME))


def crowded() -> Round:
    """Fourteen cards lie on the table: North has just laid two that took nothing."""
    lying = Lying(
        south="1H 3H 9a 9b Aa",
        north="7a 9Z AZ BT BZ 8T",
        table="1a 1b 2a 2b 3a 3b 4a 4b 5a 5b 6a 6b",
        draws="Ba",
        won="8H 8a",
        lost="CH Ca 7Z 7b",
    )
    return Round.begin(RULES, lying.at(Month.SUSUKI, NORTH)).apply(Play(Card.HAGI_KASU_1))


def longest_names() -> Round:
    """The flower, the cards of the last turn and the yaku in reach all have long names."""
    lying = Lying(
        south="3b 4a 8H 9b",
        north="4Z 5b 2b 3H 5Z",
        table="9T 3a 2T Cb Ba 8b 4b 7Z",
        draws="BZ",
        won="1Z 1b 2Z 2a 6Z 6a AZ Ab",
        lost="6T 6b 7T 7b 5T 5a",
    )
    position = lying.at(Month.KIKU, NORTH)._replace(calls=(2, 3))
    return Round.begin(RULES, position).apply(Play(Card.FUJI_TANZAKU))


def late() -> Round:
    """The last card of the last month can make the only yaku."""
    lying = Lying(
        south="9b",
        north="2b 1a",
        table="9T 6b 5T Cb 8T 1Z",
        draws="7Z",
        won="1H 1b 8H 8b 3Z 3a AT Aa 7T 7a 4Z 4a 9Z 9a",
        lost="3H 3b 2T 2a 4T 4b 6Z 6a BT BZ CH Ca 5Z 5a",
    )
    return Round.begin(RULES, lying.at(Month.KIRI, NORTH)).apply(Play(Card.UME_KASU_2))


def forced_stop() -> Round:
    """It makes it, and a rule ends the round without asking."""
    return late().apply(Play(Card.KIKU_KASU_2))


def nobody() -> Round:
    """All cards are played, and nobody has a yaku."""
    lying = Lying(
        south="",
        north="2b",
        table="9T 6b 5T Cb 8T 1Z AZ BH 9b 7b",
        draws="5b",
        won="1H 1b 8H 8b 3Z 3a AT Aa 7T 7a 4Z 4a 9Z 9a",
        lost="3H 3b 2T 2a 4T 4b 6Z 6a BT BZ CH Ca 5Z 5a",
    )
    return Round.begin(RULES, lying.at(Month.YANAGI, NORTH)).apply(Play(Card.UME_KASU_2))


def choice_of_hand() -> Round:
    """A card of the hand, 9b, can take either of two."""
    lying = Lying(
        south="1a 3b 6b 7a 9b BZ",
        north="1H 3a 4a 5a 6a Ab",
        table="9T 3H 5T 9Z 7T Ca 4Z 2b",
        won="8H 8b 1Z 1b",
        lost="2T 2Z 4T 4b",
    )
    return Round.begin(RULES, lying.at(Month.SAKURA))


def choice_of_drawn() -> Round:
    """The drawn card can take either of two."""
    lying = Lying(
        south="1a 3b 6b 7a 9b BZ",
        north="1H 3a 4a 5a 6a Ab",
        table="AT 3H 5T AZ 7T Ca 4Z 2b",
        draws="Aa",
        won="8H 8b 1Z 1b",
        lost="2T 2Z 4T 4b",
    )
    return Round.begin(RULES, lying.at(Month.MOMIJI)).apply(Play(Card.SAKURA_KASU_2))


def first_yaku() -> Round:
    """South has just made a small yaku and is asked; North needs one card for a great one."""
    lying = Lying(
        south="3a 1a 6b BZ",
        north="2b 3b 5a 9b Ab",
        table="4b 8b 9Z Ca 1b 3H 6Z 7T",
        won="2T 2a 4T 4Z 5T 5b 8T 8a BT Ba",
        lost="6T 6a AT Aa",
    )
    return Round.begin(RULES, lying.at(Month.AYAME)._replace(calling=True))


def all_yaku() -> Round:
    """South has every yaku that there is and is asked, with both reasons to double them."""
    lying = Lying(
        south="5b",
        north="4b 5Z",
        table="2b 4a 5a 8T",
        won="1H 1Z 1a 1b 2T 2Z 3H 3Z 3a 3b 6T 6Z 6a 6b 7T 7a 8H 8a 9T 9Z 9a 9b AT AZ Aa Ab"
        " BH Ba CH Ca",
    )
    position = lying.at(Month.SUSUKI)._replace(calling=True, calls=(0, 1))
    return Round.begin(RULES, position)


def cpu_goes_on() -> Round:
    """North has made a yaku and calls koi-koi."""
    lying = Lying(
        south="3b 5b 9a AZ CH",
        north="4Z 6a 7Z 9T BZ",
        table="5T 8T 9Z Ab 7a Cb 3H 1a 2T 6Z",
        won="8H 8b 4T 4b",
        lost="1Z 1b 2Z 2a 3Z 3a",
    )
    position = lying.at(Month.FUJI, NORTH)._replace(calling=True)
    return Round.begin(RULES, position).apply(Call.KOIKOI)


def dealt(south: str, north: str, table: str, rules: RuleSet = RULES) -> Round:
    """Return a month that begins with these hands and this table."""
    return Round.begin(rules, Lying(south, north, table).at(Month.AYAME))


def dealt_four() -> Round:
    """South's hand has all four of a month."""
    return dealt("9T 9Z 9a 9b 1a 3b 6b BZ", "1b 2a 3a 4a 5a 6a 7a 8a", "1H 2T 3H 4T 5T 6T 7T 8T")


def dealt_to_both() -> Round:
    """South's hand has all four of a month, and North's pairs of four."""
    return dealt("9T 9Z 9a 9b 1a 3b 6b BZ", "1b 1Z 2a 2b 3a 3Z 4a 4b", "1H 2T 3H 4T 5T 6T 7T 8T")


def table_of_four() -> Round:
    """All four of a month lie on the table, and the dealer is paid for it."""
    rules = RULES.but(field_four_of_month="dealer_wins_6")
    table = "9T 9Z 9a 9b 5T 6T 7T 8T"
    return dealt("1a 2Z 3b 6b 7b 8b Ab BZ", "1b 2a 3a 4a 5a 6a 7a 8a", table, rules)


@cache
def matches() -> tuple[Match, ...]:
    """Return every state of a match of twelve months, both sides played by one simple rule."""
    seen = [Match.new(RULES, SEED, SITTERS)]
    while not seen[-1].over:
        last = seen[-1]
        ended = last.round.result is not None
        seen.append(last.next_round() if ended else last.apply(simple_move(last.round)))
    return tuple(seen)


def simple_move(round_: Round) -> Move:
    """Return the move that takes most; early and with little in hand it is to go on."""
    if round_.calling:
        seat = round_.turn
        made = judge(round_.rules, round_.sight(seat))
        early = len(round_.tefuda[seat]) > 3
        little = worth(round_.rules, made, round_.calls[seat]) < 5
        return Call.KOIKOI if early and little else Call.SHOUBU
    return max(round_.legal_moves, key=lambda move: sum(c.kind.value for c in _takes(round_, move)))


def _takes(round_: Round, move: Move) -> Fuda:
    """Return what a move takes, the card that it plays included."""
    match move:
        case Pick(take=take) | Play(take=Card() as take):
            return (take,)
        case Play(card=card):
            taken = matching(card, round_.bafuda)
            return (card, *taken) if taken else ()
    return ()


def match_with(round_: Round) -> Match:
    """Return a match that has come to this round; what was before is that of `matches`."""
    before = matches()[-1].rounds[: round_.month - 1]
    match = Match.new(round_.rules, SEED, SITTERS)
    return match._replace(rounds=(*before, round_))


def review_of(round_: Round) -> Review:
    """Return a review of South's decisions that finds fault with each; its costs are made up."""
    found = []
    for number, move in enumerate(round_.moves):
        state = round_.at(number)
        others = [each for each in state.legal_moves if each != move]
        if state.turn is SOUTH and others:
            found.append(Judged(number, others[-1], 0.4 + number / 10))
    return tuple(reversed(found))
