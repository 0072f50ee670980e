"""One month: the cards on the table, whose move it is, and what a move makes of it."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from koikoi.cards import DECK, Card, Fuda, Month, matching
from koikoi.moves import Call, IllegalMoveError, Move, Pick, Play
from koikoi.position import Position, dealt_yaku, four_of_a_month
from koikoi.rules import RuleSet
from koikoi.score import Result, Terms, field_four, hand_yaku, nagare, shoubu
from koikoi.seat import SOUTH, Seat
from koikoi.yaku import Made, Sight, judge, worth

T = TypeVar("T")

PLAYS: tuple[Play, ...] = tuple(Play(card) for card in DECK)
"""Every play without a choice, made once: legal moves are asked for at every decision."""


class Redealt(NamedTuple):
    """Everyone's cards went back and were dealt again, by this rule."""

    rule: str


class Laid(NamedTuple):
    """A card came to the table, from the hand or drawn; it took these cards, or none and stays."""

    seat: Seat
    card: Card
    taken: Fuda
    drawn: bool


class Called(NamedTuple):
    """Koi-koi or stop; `forced` names the rule that left no choice, if one did."""

    seat: Seat
    call: Call
    forced: str = ""


Event = Redealt | Laid | Called | Result


class Round(NamedTuple):
    """A month in play: a value. `apply` makes the next one and leaves this as it is.

    Pairs are South, North; the draw pile's next card comes first; `result` is None until the end.
    """

    rules: RuleSet
    start: Position
    turn: Seat
    tefuda: tuple[Fuda, Fuda]
    bafuda: Fuda
    yamafuda: Fuda
    torifuda: tuple[Fuda, Fuda]
    drawn: Card | None
    calling: bool
    calls: tuple[int, int]
    held: tuple[tuple[Made, ...], tuple[Made, ...]]
    moves: tuple[Move, ...]
    history: tuple[Event, ...]
    result: Result | None

    @classmethod
    def begin(cls, rules: RuleSet, start: Position, redealt: tuple[Redealt, ...] = ()) -> Round:
        """Return the round that starts from a deal or a position; raises PositionError."""
        start.check()
        start_of_play = _laid_out(rules, start)
        result = _opening(rules, start)
        began = cls(
            rules=rules,
            start=start,
            turn=start.turn,
            tefuda=start.tefuda,
            bafuda=start_of_play.bafuda,
            yamafuda=start_of_play.yamafuda,
            torifuda=start_of_play.torifuda,
            drawn=start.drawn,
            calling=start.calling,
            calls=start.calls,
            held=start.held,
            moves=(),
            history=redealt if result is None else (*redealt, result),
            result=result,
        )
        # In a position from elsewhere the seat to move can have no card left.
        return began if began.legal_moves or result is not None else began._pass_turn()

    def start_again(self) -> Round:
        """Return the round as it was before its first decision."""
        redealt = tuple(event for event in self.history if isinstance(event, Redealt))
        return Round.begin(self.rules, self.start, redealt)

    def at(self, decision: int) -> Round:
        """Return the round as it stood before a decision; they count from 0."""
        state = self.start_again()
        for move in self.moves[:decision]:
            state = state.apply(move)
        return state

    @property
    def month(self) -> Month:
        """The month that is played."""
        return self.start.month

    @property
    def oya(self) -> Seat:
        """The seat that dealt and led."""
        return self.start.oya

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """What the seat to move may do; () exactly when the round is over."""
        if self.result is not None:
            return ()
        if self.calling:
            return (Call.KOIKOI, Call.SHOUBU)
        if self.drawn is not None:
            return tuple(Pick(card) for card in matching(self.drawn, self.bafuda))
        on_table = [card.month for card in self.bafuda]
        moves: list[Move] = []
        for card in self.tefuda[self.turn]:
            if on_table.count(card.month) == 2:
                moves += [Play(card, take) for take in matching(card, self.bafuda)]
            else:
                moves.append(PLAYS[card])
        return tuple(moves)

    def sight(self, seat: Seat) -> Sight:
        """Return what decides the worth of a seat's pile now."""
        own, other = self.torifuda[seat], self.torifuda[seat.other]
        return Sight(own, other, self.bafuda, self.start.month, self.calls[seat])

    def as_it_lay(self, events: int) -> Round:
        """Return the round as it lay when so many events had happened, to be looked at.

        Cards and koi-koi calls are as they were; it cannot be played on from there.
        """
        round_ = self
        if self.drawn is not None and events < len(self.history):
            round_ = self._replace(drawn=None, yamafuda=(self.drawn, *self.yamafuda))
        for event in reversed(self.history[events:]):
            round_ = round_._undone(event)
        return round_

    def _undone(self, event: Event) -> Round:
        """Return the round as it lay before its last event."""
        before = self._replace(history=self.history[:-1], calling=False, result=None)
        match event:
            case Laid(seat=seat, card=card, drawn=drawn):
                own, bafuda = thought_back(self.torifuda[seat], self.bafuda, event)
                before = before._replace(
                    turn=seat, bafuda=bafuda, torifuda=_with(self.torifuda, seat, own)
                )
                if drawn:
                    return before._replace(yamafuda=(card, *self.yamafuda))
                return before._replace(tefuda=_with(self.tefuda, seat, (*self.tefuda[seat], card)))
            case Called(seat=seat, call=Call.KOIKOI):
                return before._replace(calls=_with(self.calls, seat, self.calls[seat] - 1))
        return before

    def apply(self, move: Move) -> Round:
        """Return the round after a move; raises IllegalMoveError and changes nothing."""
        if self.result is None:
            if self.calling:
                if isinstance(move, Call):
                    return self._call(move)
            elif self.drawn is not None:
                if isinstance(move, Pick) and move.take in matching(self.drawn, self.bafuda):
                    return self._pick(move, self.drawn)
            elif isinstance(move, Play) and move.card in self.tefuda[self.turn]:
                matches = matching(move.card, self.bafuda)
                # Two that match are a choice; one or three are taken without asking.
                if len(matches) == 2 and move.take is not None and move.take in matches:
                    return self._play(move, (move.take,))
                if len(matches) != 2 and move.take is None:
                    return self._play(move, matches)
        raise IllegalMoveError(move, self.legal_moves)

    def _play(self, move: Play, taken: Fuda) -> Round:
        """Lay a card from the hand, then the draw pile's next one, which may match two and wait."""
        seat, card, yamafuda = self.turn, move.card, self.yamafuda
        hand = tuple([other for other in self.tefuda[seat] if other is not card])
        tefuda = _with(self.tefuda, seat, hand)
        bafuda, torifuda = _lay(seat, card, taken, self.bafuda, self.torifuda)
        moves = (*self.moves, move)
        history: tuple[Event, ...] = (*self.history, Laid(seat, card, taken, drawn=False))
        if yamafuda:
            drawn = yamafuda[0]
            matches = matching(drawn, bafuda)
            if len(matches) == 2:
                return self._replace(
                    tefuda=tefuda,
                    bafuda=bafuda,
                    yamafuda=yamafuda[1:],
                    torifuda=torifuda,
                    drawn=drawn,
                    moves=moves,
                    history=history,
                )
            bafuda, torifuda = _lay(seat, drawn, matches, bafuda, torifuda)
            history = (*history, Laid(seat, drawn, matches, drawn=True))
        return self._end_turn(tefuda, bafuda, yamafuda[1:], torifuda, moves, history)

    def _pick(self, move: Pick, drawn: Card) -> Round:
        """Take one of the two cards that the drawn one matches."""
        taken = (move.take,)
        bafuda, torifuda = _lay(self.turn, drawn, taken, self.bafuda, self.torifuda)
        history = (*self.history, Laid(self.turn, drawn, taken, drawn=True))
        moves = (*self.moves, move)
        return self._end_turn(self.tefuda, bafuda, self.yamafuda, torifuda, moves, history)

    def _end_turn(  # noqa: PLR0913, PLR0917 - all that a turn changes makes one round, not three
        self,
        tefuda: tuple[Fuda, Fuda],
        bafuda: Fuda,
        yamafuda: Fuda,
        torifuda: tuple[Fuda, Fuda],
        moves: tuple[Move, ...],
        history: tuple[Event, ...],
    ) -> Round:
        """Ask about koi-koi if the yaku are worth more now, or pass the turn."""
        seat = self.turn
        took = _took(history[-2:], seat)
        goes_on = bool(tefuda[seat.other]) and not took
        after = Round(
            self.rules,
            self.start,
            seat.other if goes_on else seat,
            tefuda,
            bafuda,
            yamafuda,
            torifuda,
            None,
            False,  # noqa: FBT003 - by position, which is half as slow, and this runs every turn
            self.calls,
            self.held,
            moves,
            history,
            None,
        )
        if goes_on:
            return after
        if took:
            made = judge(self.rules, after.sight(seat))
            if after._improved(made) and self._improved_on(made):
                return after._decide(made)
        return after._pass_turn()

    def _before(self) -> tuple[Made, ...]:
        """Return what the seat to move had made when its turn began."""
        seat = self.turn
        own, bafuda = self.torifuda[seat], self.bafuda
        laid = self.history[-1] if self.history else None
        if self.drawn is not None and isinstance(laid, Laid):
            # The hand card was laid in this turn already.
            own, bafuda = thought_back(own, bafuda, laid)
        return judge(self.rules, self.sight(seat)._replace(own=own, bafuda=bafuda))

    def _improved_on(self, made: tuple[Made, ...]) -> bool:
        """Whether these yaku are worth more than what the seat had when its turn began.

        Mostly they are if they are worth more than at its last call. But cards can come into a
        pile, or fog lift from the table, without a turn of the owner's.
        """
        if self.rules.improve_test != "total_increased":
            return True
        calls = self.calls[self.turn]
        return worth(self.rules, made, calls) > worth(self.rules, self._before(), calls)

    def _improved(self, made: tuple[Made, ...]) -> bool:
        """Whether these yaku are more than what the seat had at its last koi-koi call."""
        held = self.held[self.turn]
        match self.rules.improve_test:
            case "new_or_changed_yaku":
                return any(yaku not in held for yaku in made)
            case "new_yaku_only":
                keys = {yaku.key for yaku in held}
                return any(yaku.key not in keys for yaku in made)
        calls = self.calls[self.turn]
        return worth(self.rules, made, calls) > worth(self.rules, held, calls)

    def _decide(self, made: tuple[Made, ...]) -> Round:
        """Ask about koi-koi, or stop where a rule leaves no choice."""
        seat = self.turn
        forced = self._forced(seat, made)
        if not forced:
            return self._replace(calling=True)
        return self._end(self._shoubu(made), (Called(seat, Call.SHOUBU, forced),))

    def _forced(self, seat: Seat, made: tuple[Made, ...]) -> str:
        """Return the rule that makes a seat stop, or "" if it may choose."""
        rules = self.rules
        if not self.tefuda[seat] and rules.koikoi_empty_hand == "stop":
            return "koikoi_empty_hand"
        used = {
            "unlimited": 0,
            "once_per_player": self.calls[seat],
            "once_per_round": sum(self.calls),
        }[rules.koikoi_limit]
        if used:
            return "koikoi_limit"
        if worth(rules, made, self.calls[seat]) < rules.koikoi_min_points:
            return "koikoi_min_points"
        return ""

    def _shoubu(self, made: tuple[Made, ...]) -> Result:
        """Return the end of the round in which the seat to move stops."""
        return shoubu(self.terms, made, self.turn)

    @property
    def terms(self) -> Terms:
        """Return what every end of this round depends on."""
        return Terms(self.rules, self.oya, self.calls, self.start.brights)

    def _call(self, call: Call) -> Round:
        """Go on, or stop and be paid."""
        seat = self.turn
        sight = self.sight(seat)
        after = self._replace(calling=False, moves=(*self.moves, call))
        called = Called(seat, call)
        if call is Call.SHOUBU:
            return after._end(self._shoubu(judge(self.rules, sight)), (called,))
        # What is held is what the call has made of it: where a call alone lets a yaku grow, that
        # is nothing to be asked about again.
        calls = sight.calls + 1
        after = after._replace(
            calls=_with(self.calls, seat, calls),
            held=_with(self.held, seat, judge(self.rules, sight._replace(calls=calls))),
            history=(*self.history, called),
        )
        return after._pass_turn()

    def _pass_turn(self) -> Round:
        """Let the other seat move, or the same one if only it has cards, or end the round."""
        if self.tefuda[self.turn.other]:
            return self._replace(turn=self.turn.other)
        if self.tefuda[self.turn]:
            return self
        return self._end(self._nagare())

    def _nagare(self) -> Result:
        """Return the end of the round without a stop."""
        callers = [event.seat for event in self.history if isinstance(event, Called)]
        called_before = [seat for seat in Seat if self.calls[seat]]
        last_caller = next(reversed(callers or called_before), None)
        south, north = (judge(self.rules, self.sight(seat)) for seat in Seat)
        # What lay on the table at the deal multiplies a stop, and this is none.
        terms = self.terms._replace(brights=0)
        return nagare(terms, self.held, (south, north), last_caller)

    def _end(self, result: Result, called: tuple[Called, ...] = ()) -> Round:
        """End the round with a result, and the call that led to it."""
        return self._replace(history=(*self.history, *called, result), result=result)


def _laid_out(rules: RuleSet, start: Position) -> Position:
    """Return how play begins: where the dealer takes four of a month, four more are laid."""
    if rules.field_four_of_month == "dealer_takes" and start.is_deal:
        while four := four_of_a_month(start.bafuda):
            left = tuple(card for card in start.bafuda if card not in four)
            start = start._replace(
                bafuda=left + start.yamafuda[:4],
                yamafuda=start.yamafuda[4:],
                torifuda=_with(start.torifuda, start.oya, start.torifuda[start.oya] + four),
            )
    return start


def _opening(rules: RuleSet, start: Position) -> Result | None:
    """Return the result of a round that is over before the first move."""
    if start.is_deal:
        if four_of_a_month(start.bafuda):
            ended = field_four(rules, start.oya)
            if ended is not None:
                return ended
        south, north = (
            tuple(kind for kind in dealt_yaku(hand) if getattr(rules, kind) == "score")
            for hand in start.tefuda
        )
        return hand_yaku(rules, start.oya, (south, north))
    return None


def _with(pair: tuple[T, T], seat: Seat, thing: T) -> tuple[T, T]:
    """Return a pair with one seat's side changed."""
    return (thing, pair[1]) if seat is SOUTH else (pair[0], thing)


def _lay(
    seat: Seat, card: Card, taken: Fuda, bafuda: Fuda, torifuda: tuple[Fuda, Fuda]
) -> tuple[Fuda, tuple[Fuda, Fuda]]:
    """Return the table and the taken piles after a card was laid: it stays, or takes."""
    if not taken:
        return (*bafuda, card), torifuda
    left = tuple([other for other in bafuda if other not in taken])
    return left, _with(torifuda, seat, (*torifuda[seat], card, *taken))


def thought_back(torifuda: Fuda, bafuda: Fuda, laid: Laid) -> tuple[Fuda, Fuda]:
    """Return the owner's pile and the table as they were before a card was laid last."""
    if not laid.taken:
        return torifuda, tuple([card for card in bafuda if card is not laid.card])
    return torifuda[: -len(laid.taken) - 1], bafuda + laid.taken


def _took(events: tuple[Event, ...], seat: Seat) -> bool:
    """Whether a seat took a card in these events."""
    return any(isinstance(event, Laid) and event.seat is seat and event.taken for event in events)
