"""A second judge, slow and plain, written from docs/rules.md alone, to hold the engine against.

It counts cards one by one, knows nothing of the engine's table of yaku, and plays a round again
from its cards and decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from koikoi.cards import DECK, Card, Kind, Month, fuda
from koikoi.moves import Call, Move, Pick, Play
from koikoi.position import Position
from koikoi.rules import RuleSet

KEYS = [
    "gokou",
    "shikou",
    "ameshikou",
    "sankou",
    "hanami",
    "tsukimi",
    "inoshikachou",
    "tane",
    "akatan",
    "aotan",
    "akatan_aotan",
    "tan",
    "kasu",
    "tsukifuda",
]

RAIN_MAN, CURTAIN, MOON, CUP = fuda("BH 3H 8H 9T")
RED, BLUE, BOAR_DEER_BUTTERFLIES = fuda("1Z 2Z 3Z"), fuda("6Z 9Z AZ"), fuda("7T AT 6T")
LIGHTNING, PAULOWNIA = fuda("Ba Ca")

Made = dict[str, int]


class Seen(NamedTuple):
    """What yaku depend on: the pile, the table, the month, the owner's calls."""

    own: frozenset[Card]
    table: frozenset[Card]
    month: Month
    calls: int


def judge(rules: RuleSet, seen: Seen) -> Made:
    """Return the yaku of a pile with their points, in the order of the document."""
    if rules.sake_cup_as_chaff != "either":
        return _made(rules, seen, animal=True, chaff=int(rules.sake_cup_as_chaff))
    as_animal = _made(rules, seen, animal=True, chaff=0)
    as_chaff = _made(rules, seen, animal=False, chaff=1)
    chaff_is_more = worth(rules, as_chaff, seen.calls) > worth(rules, as_animal, seen.calls)
    return as_chaff if chaff_is_more else as_animal


def worth(rules: RuleSet, made: Made, calls: int) -> int:
    """Return the points of yaku with what the owner's calls add to them."""
    points = sum(made.values())
    if points == 0 or rules.koikoi_bonus != "kkj":
        return points
    if calls >= 4:
        return points * (calls - 2)
    return points + calls


def reach(rules: RuleSet, seen: Seen, other: Iterable[Card]) -> dict[str, list[Card]]:
    """Return the yaku, or better ones of their group, that one free card would make."""
    now = judge(rules, seen)
    found: dict[str, list[Card]] = {}
    for key in KEYS:
        group = _group(rules, key)
        has = max([now[each] for each in group if each in now], default=0)
        for card in DECK:
            if card in seen.own or card in other:
                continue
            then = judge(rules, seen._replace(own=seen.own | {card}))
            if key in then and key not in now and then[key] > has:
                found.setdefault(key, []).append(card)
    return found


def _group(rules: RuleSet, key: str) -> list[str]:
    """Return the yaku that exclude this one, itself among them."""
    groups = [["gokou", "shikou", "ameshikou", "sankou"]]
    if rules.stacking == "exclusive_in_group":
        groups.append(["inoshikachou", "tane"])
        ribbons = ["akatan", "aotan", "akatan_aotan", "tan"]
        if rules.redblue_mode == "adds_10":
            ribbons.remove("akatan_aotan")
        groups.append(ribbons)
    for group in groups:
        if key in group:
            return group
    return [key]


def _made(rules: RuleSet, seen: Seen, *, animal: bool, chaff: int) -> Made:
    """Return the yaku with the cup as an animal or not, and as so many chaff."""
    own = seen.own
    found = _brights(rules, own) | _animals(rules, seen, animal=animal) | _ribbons(rules, seen)
    found |= _chaff(rules, seen, chaff) | _month(rules, seen)
    found = {key: points for key, points in found.items() if getattr(rules, key)}
    if "akatan_aotan" in found and rules.redblue_mode == "replaces":
        found.pop("akatan", None)
        found.pop("aotan", None)
    counted: Made = {}
    for key in [key for key in KEYS if key in found]:
        rivals = [each for each in _group(rules, key) if each in found]
        best = max(found[each] for each in rivals)
        if key == next(each for each in KEYS if each in rivals and found[each] == best):
            counted[key] = found[key]
    viewing = _viewing(rules, seen)
    if rules.viewing_yaku == "needs_other_yaku" and not counted:
        viewing = {}
    counted |= viewing
    return {key: counted[key] for key in KEYS if key in counted}


def _extra(rules: RuleSet, seen: Seen, count: int, needed: int) -> int:
    if rules.extra_only_after_koikoi and seen.calls == 0:
        return 0
    return count - needed


def _set_extra(rules: RuleSet, seen: Seen, count: int, needed: int) -> int:
    return _extra(rules, seen, count, needed) if rules.set_yaku_extra else 0


def _brights(rules: RuleSet, own: frozenset[Card]) -> Made:
    rain = RAIN_MAN in own
    dry = len([card for card in own if card.kind is Kind.HIKARI and card is not RAIN_MAN])
    found = {}
    if dry == 4 and rain:
        found["gokou"] = rules.gokou
    if dry == 4:
        found["shikou"] = rules.shikou
    if dry >= 3 and rain:
        found["ameshikou"] = rules.ameshikou
    if dry >= 3:
        found["sankou"] = rules.sankou
    return found


def _viewing(rules: RuleSet, seen: Seen) -> Made:
    if rules.viewing_yaku == "off" or CUP not in seen.own:
        return {}
    taken = {card.month for card in seen.own}
    lying = {card.month for card in seen.table}
    wet = {
        "off": False,
        "captured_november": Month.YANAGI in taken,
        "captured_rain_man": RAIN_MAN in seen.own,
        "field_november_fog": Month.YANAGI in lying,
    }[rules.rain_cancels_viewing]
    foggy = wet
    if rules.rain_cancels_viewing == "field_november_fog":
        foggy = Month.KIRI in lying
    always = rules.viewing_yaku != "seasonal"
    found = {}
    if CURTAIN in seen.own and rules.hanami and not wet and (always or seen.month == 3):
        found["hanami"] = _grown(rules, seen, rules.hanami)
    if MOON in seen.own and rules.tsukimi and not foggy and (always or seen.month == 8):
        found["tsukimi"] = _grown(rules, seen, rules.tsukimi)
    return found


def _grown(rules: RuleSet, seen: Seen, points: int) -> int:
    if rules.viewing_growth == "kkj" and seen.calls and points < 3:
        return 3
    return points


def _animals(rules: RuleSet, seen: Seen, *, animal: bool) -> Made:
    count = 0
    for card in seen.own:
        if card.kind is Kind.TANE and (animal or card is not CUP):
            count += 1
    found = {}
    if all(card in seen.own for card in BOAR_DEER_BUTTERFLIES):
        found["inoshikachou"] = rules.inoshikachou + _set_extra(rules, seen, count, 3)
    if count >= 5:
        found["tane"] = rules.tane + _extra(rules, seen, count, 5)
    return found


def _ribbons(rules: RuleSet, seen: Seen) -> Made:
    count = len([card for card in seen.own if card.kind is Kind.TANZAKU])
    red = all(card in seen.own for card in RED)
    blue = all(card in seen.own for card in BLUE)
    found = {}
    if red:
        found["akatan"] = rules.akatan + _set_extra(rules, seen, count, 3)
    if blue:
        found["aotan"] = rules.aotan + _set_extra(rules, seen, count, 3)
    if red and blue and rules.redblue_mode != "none":
        found["akatan_aotan"] = rules.akatan_aotan + _set_extra(rules, seen, count, 6)
    if count >= 5:
        found["tan"] = rules.tan + _extra(rules, seen, count, 5)
    return found


def _chaff(rules: RuleSet, seen: Seen, cup: int) -> Made:
    count = 0
    for card in seen.own:
        if card is CUP:
            count += cup
        elif card.kind is Kind.KASU:
            twice = rules.special_chaff_double and card in {LIGHTNING, PAULOWNIA}
            count += 2 if twice else 1
    if count < 10:
        return {}
    return {"kasu": rules.kasu + _extra(rules, seen, count, 10)}


def _month(rules: RuleSet, seen: Seen) -> Made:
    whole = [
        month for month in Month if len([card for card in seen.own if card.month is month]) == 4
    ]
    counts = {
        "off": 0,
        "current_month_12_only": int(seen.month in whole and rules.rounds == 12),
        "current_month": int(seen.month in whole),
        "any_month": len(whole),
    }[rules.month_cards]
    return {"tsukifuda": rules.tsukifuda * counts} if counts else {}


class Verdict(NamedTuple):
    """How a round ended: who won, with which yaku, what each side got."""

    winner: int | None
    made: Made
    points: tuple[int, int]


class Replay:
    """A round played again: `verdict` is None as long as it goes on."""

    def __init__(self, rules: RuleSet, start: Position) -> None:
        self.rules = rules
        self.month = start.month
        self.oya = int(start.oya)
        self.hands = [set(hand) for hand in start.tefuda]
        self.taken = [set(pile) for pile in start.torifuda]
        self.table = set(start.bafuda)
        self.pile = list(start.yamafuda)
        self.seat = int(start.turn)
        self.calls = [0, 0]
        self.at_call: list[Made] = [{}, {}]
        self.last_caller: int | None = None
        self.drawn: Card | None = None
        self.asked = False
        self.verdict: Verdict | None = None
        self.took = False
        self.brights = 0
        self._look_over_the_deal()
        self.before = self._judge(self.seat)

    def play(self, move: Move) -> None:
        """Make a decision of the round."""
        assert self.verdict is None
        match move:
            case Call():
                assert self.asked
                self._call(move)
            case Pick(take):
                assert self.drawn is not None
                self._take(self.drawn, [take])
                self.drawn = None
                self._end_of_turn()
            case Play(card, take):
                self.hands[self.seat].remove(card)
                self._take(card, self._matching(card) if take is None else [take])
                self._turn_up()

    def _turn_up(self) -> None:
        if self.pile:
            card = self.pile.pop(0)
            if len(self._matching(card)) == 2:
                self.drawn = card
                return
            self._take(card, self._matching(card))
        self._end_of_turn()

    def _matching(self, card: Card) -> list[Card]:
        return [other for other in self.table if other.month is card.month]

    def _take(self, card: Card, cards: list[Card]) -> None:
        if not cards:
            self.table.add(card)
            return
        self.took = True
        self.taken[self.seat] |= {card, *cards}
        self.table -= set(cards)

    def _judge(self, seat: int) -> Made:
        own, table = frozenset(self.taken[seat]), frozenset(self.table)
        return judge(self.rules, Seen(own, table, self.month, self.calls[seat]))

    def _worth(self, seat: int, made: Made) -> int:
        return worth(self.rules, made, self.calls[seat])

    def _end_of_turn(self) -> None:
        made = self._judge(self.seat)
        if not self.took or not self._improved(made):
            self._next_turn()
        elif self._must_stop(made):
            self._stop(self.seat, made)
        else:
            self.asked = True

    def _improved(self, made: Made) -> bool:
        called = self.at_call[self.seat]
        match self.rules.improve_test:
            case "new_or_changed_yaku":
                return any(called.get(key) != points for key, points in made.items())
            case "new_yaku_only":
                return any(key not in called for key in made)
        least = max(self._worth(self.seat, self.before), self._worth(self.seat, called))
        return self._worth(self.seat, made) > least

    def _must_stop(self, made: Made) -> bool:
        if not self.hands[self.seat] and self.rules.koikoi_empty_hand == "stop":
            return True
        if self.rules.koikoi_limit == "once_per_player" and self.calls[self.seat]:
            return True
        if self.rules.koikoi_limit == "once_per_round" and any(self.calls):
            return True
        return self._worth(self.seat, made) < self.rules.koikoi_min_points

    def _call(self, call: Call) -> None:
        self.asked = False
        if call is Call.SHOUBU:
            self._stop(self.seat, self._judge(self.seat))
            return
        self.calls[self.seat] += 1
        self.at_call[self.seat] = self._judge(self.seat)
        self.last_caller = self.seat
        self._next_turn()

    def _next_turn(self) -> None:
        if self.hands[1 - self.seat]:
            self.seat = 1 - self.seat
        elif not self.hands[self.seat]:
            self._hands_ran_out()
        self.took = False
        self.before = self._judge(self.seat)

    def _stop(self, seat: int, made: Made, *, by_choice: bool = True) -> None:
        """Pay a seat for its yaku: the base, then everything that multiplies it."""
        rules, base = self.rules, self._worth(seat, made)
        points = base
        if rules.double_at and base >= rules.double_at:
            points *= 2
        if rules.double_opponent_koikoi and self.calls[1 - seat]:
            points *= 2
        if rules.koikoi_bonus == "multiplier_all_calls":
            points *= 1 + sum(self.calls)
        if rules.koikoi_bonus == "own_call_x2" and self.calls[seat]:
            points *= 2
        if by_choice and rules.field_bright_multiplier == "n_plus_1":
            points *= self.brights + 1
        if by_choice and rules.field_bright_multiplier == "n_min_1":
            points *= max(1, self.brights)
        self._pay(seat, points, made, winner=seat)

    def _pay(self, seat: int, points: int, made: Made, winner: int | None) -> None:
        paid = [0, 0]
        paid[seat] += points
        if self.rules.zero_sum:
            paid[1 - seat] -= points
        self.verdict = Verdict(winner, made, (paid[0], paid[1]))

    def _nobody(self) -> None:
        self.verdict = Verdict(None, {}, (0, 0))

    def _hands_ran_out(self) -> None:
        dealer, child = self.oya, 1 - self.oya
        without: dict[str, Callable[[], None]] = {
            "draw": self._nobody,
            "dealer_1": lambda: self._pay(dealer, 1, {}, None),
            "dealer_6": lambda: self._pay(dealer, 6, {}, None),
            "child_1": lambda: self._pay(child, 1, {}, None),
        }
        rule = self.rules.exhaust_after_koikoi
        if self.last_caller is None or rule == "same_as_no_yaku":
            without[self.rules.exhaust_no_yaku]()
        elif rule == "last_caller_scores":
            self._stop(self.last_caller, self.at_call[self.last_caller], by_choice=False)
        elif rule == "highest_scores":
            sides = [self._judge(0), self._judge(1)]
            south, north = (self._worth(seat, sides[seat]) for seat in (0, 1))
            if south == north:
                self._nobody()
            else:
                winner = 0 if south > north else 1
                self._stop(winner, sides[winner], by_choice=False)
        else:
            self._nobody()

    def _look_over_the_deal(self) -> None:
        if any(self.taken) or any(len(hand) != 8 for hand in self.hands) or len(self.table) != 8:
            return
        self.brights = len([card for card in self.table if card.kind is Kind.HIKARI])
        four = [month for month in Month if len(_of(month, self.table)) == 4]
        if four and self.rules.field_four_of_month == "void_round":
            self._nobody()
        elif four and self.rules.field_four_of_month == "dealer_wins_6":
            self._pay(self.oya, 6, {}, winner=self.oya)
        else:
            while four and self.rules.field_four_of_month == "dealer_takes":
                cards = _of(four[0], self.table)
                self.taken[self.oya] |= cards
                self.table -= cards
                self.table |= {self.pile.pop(0) for _ in range(4)}
                four = [month for month in Month if len(_of(month, self.table)) == 4]
            self._hand_yaku()

    def _hand_yaku(self) -> None:
        south, north = (self._dealt(hand) for hand in self.hands)
        if south and north:
            match self.rules.hand_yaku_both_players:
                case "ignore_and_play":
                    return
                case "draw":
                    self._nobody()
                case "dealer_wins":
                    made = south if self.oya == 0 else north
                    self._pay(self.oya, sum(made.values()), made, winner=self.oya)
                case "both_score":
                    gain = sum(south.values()), sum(north.values())
                    if self.rules.zero_sum:
                        gain = gain[0] - gain[1], gain[1] - gain[0]
                    self.verdict = Verdict(None, {}, gain)
        elif south:
            self._pay(0, sum(south.values()), south, winner=0)
        elif north:
            self._pay(1, sum(north.values()), north, winner=1)

    def _dealt(self, hand: set[Card]) -> Made:
        """Return the hand yaku that score, with what they pay together."""
        numbers = [len(_of(month, hand)) for month in Month]
        points = self.rules.hand_yaku_points
        fours, pairs = numbers.count(4), numbers.count(2)
        if fours and self.rules.teshi == "score":
            twice = fours == 2 and self.rules.hand_yaku_stack == "twelve"
            return {"teshi": points * 2 if twice else points}
        if pairs == 4 and self.rules.kuttsuki == "score":
            return {"kuttsuki": points}
        return {}


def _of(month: Month, cards: Iterable[Card]) -> set[Card]:
    return {card for card in cards if card.month is month}
