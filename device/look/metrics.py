"""Where things are on each panel: one row per size. Nothing else knows a panel's pixel numbers."""

from __future__ import annotations

from dataclasses import dataclass

from device.geometry import Box, Size
from device.look.items import Style

NUMERAL_CARD = 40
"""Cards narrower than this always have the number of their month on them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """The places on a panel of one size, in pixels; a strip's or a row's y is that of its top."""

    margin: int
    """Between text and the edge of the panel."""
    body: Style = Style.NORMAL
    """How words look where nothing else is said."""
    strong: Style = Style.BOLD
    """How words look that stand out in a list."""
    line: int
    """From one line of text to the next."""
    compact: bool = False
    """Whether there is room for the most important only."""
    status_height: int
    table_right: int
    """Where the table ends; what is in reach stands right of it, if there is room."""
    opponent_strip: int
    own_strip: int
    strip_height: int
    strip_second: int
    """How far below the top of a strip its second line begins."""
    strip_tokens: int
    """Where in a strip the taken cards begin."""
    strip_fan: int
    """Where in a strip the backs of the opponent's hand begin."""
    score: Style = Style.BOLD
    scale: int = 1
    """How many times larger than drawn tokens and signs are."""
    token_pitch: int
    token_pitch_least: int
    group_gap: int
    group_least: int
    """How narrow the taken cards of a kind may be, however few they are."""
    reach_width: int
    card: Size
    field_rows: tuple[int, ...]
    field_left: int
    field_pitch: int
    field_columns: int
    field_right: int
    """Where the last card of a crowded row ends."""
    field_crowded_left: int
    deck: Box | None
    """The draw pile; where it is None the status line has its count."""
    in_play: Box | None
    """The card that is being played; where it is None the hint line names it."""
    divider: int
    """The dotted line between the draw pile and the field."""
    stack_room: int
    """How far the cards of a stack may show beside the top one, in all."""
    tab_height: int
    tab_width: int
    hand_top: int
    hand_left: int
    hand_pitch: int
    cursor_top: int
    cursor_height: int
    dash_width: int
    hint_line: int
    """The hairline above the hint line."""
    hint_top: int
    page_rule: int
    """The double line under the title of a page."""
    page_top: int
    zone_top: int
    """Where the questions begin that take the place of the field."""
    zone_bottom: int
    zone_split: int
    """What lies right of it are the answers."""
    answers_abreast: bool = False
    """Whether the answers stand side by side."""
    button_height: int
    row_pitch: int
    """From one row of a menu to the next."""
    title_card: Size
    """A card on the title page."""


METRICS = {
    Size(400, 300): Metrics(
        margin=4,
        line=13,
        status_height=12,
        table_right=400,
        opponent_strip=13,
        own_strip=187,
        strip_height=27,
        strip_second=13,
        strip_tokens=62,
        strip_fan=30,
        token_pitch=16,
        token_pitch_least=7,
        group_gap=5,
        group_least=32,
        reach_width=136,
        card=Size(44, 68),
        field_rows=(45, 118),
        field_left=58,
        field_pitch=48,
        field_columns=7,
        field_right=398,
        field_crowded_left=52,
        deck=Box(6, 45, 44, 68),
        in_play=Box(6, 118, 44, 68),
        divider=52,
        stack_room=4,
        tab_height=5,
        tab_width=22,
        hand_top=214,
        hand_left=10,
        hand_pitch=48,
        cursor_top=283,
        cursor_height=4,
        dash_width=8,
        hint_line=288,
        hint_top=289,
        page_rule=15,
        page_top=22,
        zone_top=43,
        zone_bottom=186,
        zone_split=256,
        button_height=36,
        row_pitch=25,
        title_card=Size(64, 100),
    ),
    Size(264, 176): Metrics(
        margin=3,
        line=12,
        strong=Style.NORMAL,
        compact=True,
        status_height=12,
        table_right=264,
        opponent_strip=13,
        own_strip=89,
        strip_height=26,
        strip_second=12,
        strip_tokens=54,
        strip_fan=30,
        token_pitch=16,
        token_pitch_least=5,
        group_gap=3,
        group_least=0,
        reach_width=70,
        card=Size(30, 45),
        field_rows=(42,),
        field_left=2,
        field_pitch=33,
        field_columns=8,
        field_right=262,
        field_crowded_left=2,
        deck=None,
        in_play=None,
        divider=0,
        stack_room=2,
        tab_height=3,
        tab_width=18,
        hand_top=115,
        hand_left=2,
        hand_pitch=33,
        cursor_top=161,
        cursor_height=3,
        dash_width=8,
        hint_line=164,
        hint_top=165,
        page_rule=14,
        page_top=17,
        zone_top=15,
        zone_bottom=164,
        zone_split=142,
        button_height=36,
        row_pitch=18,
        title_card=Size(44, 68),
    ),
    Size(480, 280): Metrics(
        margin=4,
        line=13,
        status_height=12,
        table_right=480,
        opponent_strip=13,
        own_strip=143,
        strip_height=27,
        strip_second=13,
        strip_tokens=66,
        strip_fan=32,
        token_pitch=16,
        token_pitch_least=7,
        group_gap=7,
        group_least=32,
        reach_width=140,
        card=Size(52, 80),
        field_rows=(53,),
        field_left=42,
        field_pitch=54,
        field_columns=8,
        field_right=476,
        field_crowded_left=42,
        deck=Box(4, 43, 30, 45),
        in_play=Box(4, 92, 30, 45),
        divider=38,
        stack_room=2,
        tab_height=5,
        tab_width=22,
        hand_top=172,
        hand_left=18,
        hand_pitch=56,
        cursor_top=255,
        cursor_height=4,
        dash_width=8,
        hint_line=266,
        hint_top=268,
        page_rule=15,
        page_top=22,
        zone_top=42,
        zone_bottom=142,
        zone_split=250,
        answers_abreast=True,
        button_height=36,
        row_pitch=25,
        title_card=Size(64, 100),
    ),
    Size(648, 480): Metrics(
        margin=6,
        line=16,
        body=Style.TALL,
        status_height=16,
        table_right=648,
        opponent_strip=17,
        own_strip=293,
        strip_height=52,
        strip_second=18,
        strip_tokens=110,
        strip_fan=64,
        score=Style.BIG,
        scale=2,
        token_pitch=32,
        token_pitch_least=12,
        group_gap=8,
        group_least=52,
        reach_width=172,
        card=Size(64, 100),
        field_rows=(78, 188),
        field_left=94,
        field_pitch=78,
        field_columns=7,
        field_right=644,
        field_crowded_left=88,
        deck=Box(10, 78, 64, 100),
        in_play=Box(10, 188, 64, 100),
        divider=81,
        stack_room=6,
        tab_height=6,
        tab_width=30,
        hand_top=347,
        hand_left=19,
        hand_pitch=78,
        cursor_top=450,
        cursor_height=5,
        dash_width=12,
        hint_line=461,
        hint_top=463,
        page_rule=18,
        page_top=26,
        zone_top=73,
        zone_bottom=290,
        zone_split=420,
        button_height=44,
        row_pitch=34,
        title_card=Size(88, 136),
    ),
    Size(800, 480): Metrics(
        margin=6,
        line=16,
        body=Style.TALL,
        status_height=16,
        table_right=604,
        opponent_strip=17,
        own_strip=293,
        strip_height=52,
        strip_second=18,
        strip_tokens=110,
        strip_fan=64,
        score=Style.BIG,
        scale=2,
        token_pitch=32,
        token_pitch_least=10,
        group_gap=6,
        group_least=52,
        reach_width=0,
        card=Size(64, 100),
        field_rows=(78, 188),
        field_left=92,
        field_pitch=72,
        field_columns=7,
        field_right=600,
        field_crowded_left=86,
        deck=Box(10, 78, 64, 100),
        in_play=Box(10, 188, 64, 100),
        divider=80,
        stack_room=6,
        tab_height=6,
        tab_width=30,
        hand_top=347,
        hand_left=14,
        hand_pitch=73,
        cursor_top=450,
        cursor_height=5,
        dash_width=12,
        hint_line=461,
        hint_top=463,
        page_rule=18,
        page_top=26,
        zone_top=73,
        zone_bottom=290,
        zone_split=384,
        button_height=44,
        row_pitch=34,
        title_card=Size(88, 136),
    ),
}
