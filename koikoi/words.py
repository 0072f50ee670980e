"""The rules in English: a sentence for each value of each option, and the names of what there is.

The device takes these sentences into its string table. There a line has room for 65 letters, and
`{n}` is filled in.
"""

from __future__ import annotations

from koikoi.rules import RuleSet

YAKU = {
    "gokou": "Five Brights",
    "shikou": "Four Brights",
    "ameshikou": "Rainy Four",
    "sankou": "Three Brights",
    "hanami": "Flower Viewing",
    "tsukimi": "Moon Viewing",
    "inoshikachou": "Boar-Deer-Butterfly",
    "tane": "Animals",
    "akatan": "Poetry Ribbons",
    "aotan": "Blue Ribbons",
    "akatan_aotan": "Poetry and Blue",
    "tan": "Ribbons",
    "kasu": "Chaff",
    "tsukifuda": "Cards of the Month",
    "teshi": "Four of a Kind",
    "kuttsuki": "Four Pairs",
}
"""The names of the yaku, those that can be dealt into a hand last."""

SOURCES = {
    "nintendo": ("Nintendo", "the maker's own texts, the rules of most who play today"),
    "ja_wiki": ("Japanese Wikipedia", "the article of the Japanese Wikipedia"),
    "namuwiki": ("Namuwiki", "the article of the Korean Namuwiki"),
    "en_wiki": ("English Wikipedia", "the article of the English Wikipedia"),
    "ru_wiki": ("Russian Wikipedia", "the article of the Russian Wikipedia"),
    "go_koikoi": ("go-koikoi, text", "what the program go-koikoi says of itself"),
    "go_koikoi_program": ("go-koikoi, program", "what the program go-koikoi does"),
    "open_hanafuda_ai": ("open-hanafuda-ai", "what the program open-hanafuda-ai does"),
    "koikoi_japan": ("KoiKoi-Japan", "the game KoiKoi-Japan, as its recorded matches show it"),
    "clubhouse": ("Clubhouse Games", "the Clubhouse Games of Nintendo's DS"),
    "classic": ("Classic", "most video games of earlier decades; nothing is doubled"),
    "stake50": ("Stake 50", "the stakes of the Namuwiki: 50 points each, ruin ends it"),
}
"""The preset rule sets: what they are called, and where each comes from."""

GROUPS = {
    "The match": (
        "rounds",
        "target_score",
        "month_order",
        "final_tie",
        "start_points",
        "zero_sum",
        "bankrupt_ends",
        "first_dealer",
        "first_dealer_tie",
        "next_dealer",
        "next_dealer_on_draw",
    ),
    "The deal": (
        "field_four_of_month",
        "field_four_pairs",
        "field_three_of_month",
        "teshi",
        "kuttsuki",
        "hand_yaku_points",
        "hand_yaku_both_players",
        "hand_yaku_stack",
    ),
    "What the sets are worth": (
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
    ),
    "How the sets combine": (
        "stacking",
        "redblue_mode",
        "set_yaku_extra",
        "extra_only_after_koikoi",
        "sake_cup_as_chaff",
        "special_chaff_double",
        "viewing_yaku",
        "viewing_growth",
        "rain_cancels_viewing",
        "month_cards",
    ),
    "Koi-Koi": (
        "koikoi_limit",
        "koikoi_min_points",
        "koikoi_empty_hand",
        "koikoi_bonus",
        "improve_test",
    ),
    "The end of a month": (
        "double_at",
        "double_opponent_koikoi",
        "field_bright_multiplier",
        "exhaust_no_yaku",
        "exhaust_after_koikoi",
    ),
}
"""Every option, under the heading where it is told."""

MATCH = {
    "rule.rounds": "Months in a game: {n}.",
    "rule.target_score": "Who has {n} points first wins the game.",
    "rule.target_score.off": "No score ends the game early.",
    "rule.month_order.sequential": "The months come in the order of the year.",
    "rule.month_order.random": "Chance decides the order of the months.",
    "rule.month_order.given": "The months come in the order {n}.",
    "rule.final_tie.draw": "Equal at the end: a tie.",
    "rule.final_tie.extra_round": "Equal at the end: another month, until one leads.",
    "rule.final_tie.dealer_wins": "Equal at the end: the dealer of the last month wins.",
    "rule.start_points": "Both begin with {n} points.",
    "rule.start_points.off": "Both begin with nothing.",
    "rule.zero_sum.yes": "What one side wins, the other pays.",
    "rule.zero_sum.no": "What one side wins costs the other nothing.",
    "rule.bankrupt_ends.yes": "Who has no points left has lost the game.",
    "rule.bankrupt_ends.no": "The game goes on when one side has no points left.",
    "rule.first_dealer.draw_card": "Both draw a card; the earlier month deals first.",
    "rule.first_dealer.draw_of_twelve": "Of twelve cards both draw one; the earlier month deals.",
    "rule.first_dealer.random": "Chance decides who deals first.",
    "rule.first_dealer.player": "You deal first.",
    "rule.first_dealer_tie.higher_card_then_redraw": "Of the same month the better card deals.",
    "rule.first_dealer_tie.redraw": "Of the same month: both draw again.",
    "rule.next_dealer.winner": "The winner of a month deals the next one.",
    "rule.next_dealer.alternate": "You deal in turn.",
    "rule.next_dealer.loser": "The loser of a month deals the next one.",
    "rule.next_dealer_on_draw.keep": "Without a winner, the dealer stays.",
    "rule.next_dealer_on_draw.switch": "Without a winner, the dealer changes.",
}

DEAL = {
    "rule.field_four_of_month.redeal": "All four of a month on the table: dealt again.",
    "rule.field_four_of_month.ignore": "All four of a month on the table: played.",
    "rule.field_four_of_month.dealer_takes": "All four of a month on the table: the dealer's.",
    "rule.field_four_of_month.dealer_wins_6": "All four of a month on the table: dealer wins 6.",
    "rule.field_four_of_month.void_round": "All four of a month on the table: nobody wins.",
    "rule.field_four_pairs.redeal": "Four pairs on the table: dealt again.",
    "rule.field_four_pairs.ignore": "Four pairs on the table: played.",
    "rule.field_three_of_month.play": "Three of a month on the table: the fourth takes them.",
    "rule.field_three_of_month.redeal": "Three of a month on the table: dealt again.",
    "rule.teshi.score": "All four of a month in a hand: worth {n} at once.",
    "rule.teshi.redeal": "All four of a month in a hand: dealt again.",
    "rule.teshi.off": "All four of a month in a hand: nothing.",
    "rule.kuttsuki.score": "Four pairs in a hand: worth {n} at once.",
    "rule.kuttsuki.redeal": "Four pairs in a hand: dealt again.",
    "rule.kuttsuki.off": "Four pairs in a hand: nothing.",
    "rule.hand_yaku_points": "A hand that is dealt as a set: worth {n}.",
    "rule.hand_yaku_points.off": "A hand that is dealt as a set: worth nothing.",
    "rule.hand_yaku_both_players.draw": "Such hands on both sides: nobody scores.",
    "rule.hand_yaku_both_players.dealer_wins": "Such hands on both sides: the dealer wins.",
    "rule.hand_yaku_both_players.ignore_and_play": "Such hands on both sides: played.",
    "rule.hand_yaku_both_players.both_score": "Such hands on both sides: both score.",
    "rule.hand_yaku_stack.six": "Two such sets in one hand count once.",
    "rule.hand_yaku_stack.twelve": "Two such sets in one hand count twice.",
}

SETS = {
    **{f"rule.{key}": f"{YAKU[key]}: {{n}}." for key in GROUPS["What the sets are worth"]},
    **{f"rule.{key}.off": f"{YAKU[key]}: no set." for key in GROUPS["What the sets are worth"]},
    "rule.stacking.exclusive_in_group": "Of Brights, Animals, Ribbons only the best set counts.",
    "rule.stacking.brights_only_exclusive": "Of Brights only the best set counts.",
    "rule.redblue_mode.replaces": "Poetry and Blue together count instead of the two.",
    "rule.redblue_mode.adds_10": "Poetry and Blue together count beside the two.",
    "rule.redblue_mode.none": "Poetry and Blue together are no set of their own.",
    "rule.set_yaku_extra.yes": "Further cards add 1 to the boar's, Poetry and Blue sets too.",
    "rule.set_yaku_extra.no": "Further cards add 1 to Animals, Ribbons and Chaff only.",
    "rule.extra_only_after_koikoi.yes": "Further cards add nothing before one's own Koi-Koi.",
    "rule.extra_only_after_koikoi.no": "Further cards add points with or without Koi-Koi.",
    "rule.sake_cup_as_chaff.0": "The sake cup is an Animal only.",
    "rule.sake_cup_as_chaff.1": "The sake cup is an Animal and also one Chaff.",
    "rule.sake_cup_as_chaff.2": "The sake cup is an Animal and also two Chaff.",
    "rule.sake_cup_as_chaff.either": "The sake cup is an Animal or a Chaff, the better of the two.",
    "rule.special_chaff_double.yes": "Lightning and yellow Paulownia count as two Chaff.",
    "rule.special_chaff_double.no": "No other card counts as two Chaff.",
    "rule.viewing_yaku.on": "Flower and Moon Viewing count.",
    "rule.viewing_yaku.off": "Flower and Moon Viewing do not count.",
    "rule.viewing_yaku.needs_other_yaku": "Flower and Moon Viewing count beside another set.",
    "rule.viewing_yaku.seasonal": "Flower Viewing counts in March, Moon Viewing in August.",
    "rule.viewing_growth.fixed": "The Viewings are worth no more after Koi-Koi.",
    "rule.viewing_growth.kkj": "The Viewings are worth 3 after one's own Koi-Koi.",
    "rule.rain_cancels_viewing.off": "Rain does not spoil the Viewings.",
    "rule.rain_cancels_viewing.captured_november": "Any Willow one has taken spoils the Viewings.",
    "rule.rain_cancels_viewing.captured_rain_man": "The rain man, once taken, spoils the Viewings.",
    "rule.rain_cancels_viewing.field_november_fog": (
        "Willow on the table spoils Flower, Paulownia Moon Viewing."
    ),
    "rule.month_cards.off": "All four cards of the month are no set.",
    "rule.month_cards.current_month_12_only": (
        "All four cards of the month: worth {n}, if 12 are played."
    ),
    "rule.month_cards.current_month": "All four cards of the month: worth {n}.",
    "rule.month_cards.any_month": "All four cards of any month: worth {n}.",
}

ENDS = {
    "rule.koikoi_limit.unlimited": "Koi-Koi as often as you like, while you hold cards.",
    "rule.koikoi_limit.once_per_player": "Koi-Koi once a month for each.",
    "rule.koikoi_limit.once_per_round": "Koi-Koi once a month.",
    "rule.koikoi_min_points": "Sets worth less than {n} stop the month by themselves.",
    "rule.koikoi_min_points.off": "Koi-Koi with any set, however small.",
    "rule.koikoi_empty_hand.stop": "With an empty hand there is no Koi-Koi.",
    "rule.koikoi_empty_hand.ask": "Koi-Koi even with an empty hand.",
    "rule.koikoi_bonus.none": "Koi-Koi adds nothing to one's own sets.",
    "rule.koikoi_bonus.kkj": "One's own Koi-Koi add 1, 2, 3 in all; from the 4th x2, x3...",
    "rule.koikoi_bonus.multiplier_all_calls": "Each Koi-Koi of either side adds 1 to a factor.",
    "rule.koikoi_bonus.own_call_x2": "One's own Koi-Koi doubles.",
    "rule.improve_test.total_increased": "Koi-Koi or Stop: asked when the points have risen.",
    "rule.improve_test.new_or_changed_yaku": "Koi-Koi or Stop: asked when a set is new or changed.",
    "rule.improve_test.new_yaku_only": "Koi-Koi or Stop: asked when a set is new.",
    "rule.double_at": "Sets worth {n} or more are doubled.",
    "rule.double_at.off": "Nothing is doubled for being large.",
    "rule.double_opponent_koikoi.yes": "If the other side called Koi-Koi, doubled.",
    "rule.double_opponent_koikoi.no": "The other side's Koi-Koi doubles nothing.",
    "rule.field_bright_multiplier.off": "Brights dealt to the table multiply nothing.",
    "rule.field_bright_multiplier.n_plus_1": "Each Bright dealt to the table adds 1 to a factor.",
    "rule.field_bright_multiplier.n_min_1": "Brights dealt to the table: two double, three treble.",
    "rule.exhaust_no_yaku.draw": "Hands empty: nobody scores.",
    "rule.exhaust_no_yaku.dealer_1": "Hands empty: the dealer gets 1 point.",
    "rule.exhaust_no_yaku.dealer_6": "Hands empty: the dealer gets 6 points.",
    "rule.exhaust_no_yaku.child_1": "Hands empty: who does not deal gets 1 point.",
    "rule.exhaust_after_koikoi.void": "Hands empty after Koi-Koi: nobody scores.",
    "rule.exhaust_after_koikoi.same_as_no_yaku": "Hands empty after Koi-Koi: the same.",
    "rule.exhaust_after_koikoi.last_caller_scores": (
        "Hands empty after Koi-Koi: the last to call it scores."
    ),
    "rule.exhaust_after_koikoi.highest_scores": "Hands empty after Koi-Koi: the better sets score.",
}

RULES: dict[str, str] = {**MATCH, **DEAL, **SETS, **ENDS}
"""The sentences: `rule.OPTION.VALUE`; for a number `rule.OPTION`, and `rule.OPTION.off` for 0."""


def told(rules: RuleSet, option: str) -> tuple[str, object]:
    """Return the id of the sentence that tells an option, and what fills in its `{n}`.

    >>> told(RuleSet(), "double_at")
    ('rule.double_at', 7)
    """
    value = getattr(rules, option)
    if isinstance(value, bool):
        return f"rule.{option}.{'yes' if value else 'no'}", value
    if isinstance(value, int):
        return f"rule.{option}" if value else f"rule.{option}.off", value
    match option:
        case "teshi" | "kuttsuki":
            return f"rule.{option}.{value}", rules.hand_yaku_points
        case "month_cards":
            return f"rule.{option}.{value}", rules.tsukifuda
        case "month_order" if value not in {"sequential", "random"}:
            return f"rule.{option}.given", value
    return f"rule.{option}.{value}", value


def sentence(rules: RuleSet, option: str) -> str:
    """Return an option of a rule set in words.

    >>> sentence(RuleSet(), "teshi")
    'All four of a month in a hand: worth 6 at once.'
    """
    key, number = told(rules, option)
    return RULES[key].format(n=number)


def matters(rules: RuleSet, option: str) -> bool:
    """Whether an option can make a difference, the others being what they are.

    >>> matters(RuleSet(), "hanami"), matters(RuleSet(viewing_yaku="off"), "hanami")
    (True, False)
    """
    match option:
        case "first_dealer_tie":
            return rules.first_dealer == "draw_card"
        case "bankrupt_ends":
            return rules.start_points > 0
        case "hand_yaku_points" | "hand_yaku_both_players" | "hand_yaku_stack":
            return "score" in {rules.teshi, rules.kuttsuki}
        case "hanami" | "tsukimi" | "viewing_growth" | "rain_cancels_viewing":
            return rules.viewing_yaku != "off"
        case "akatan_aotan":
            return rules.redblue_mode != "none"
        case "tsukifuda":
            return rules.month_cards != "off"
    return True
