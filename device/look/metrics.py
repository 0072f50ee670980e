"""Where things are on each panel: one row per size. Nothing else knows a panel's pixel numbers."""

from __future__ import annotations

from dataclasses import dataclass

from device.geometry import Box, Size


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """The places on a panel of one size, in pixels; a strip's or a row's y is that of its top."""

    margin: int
    """Between text and the edge of the panel."""
    status_height: int
    opponent_strip: int
    own_strip: int
    strip_height: int
    strip_tokens: int
    """Where in a strip the taken cards begin."""
    strip_fan: int
    """Where in a strip the backs of the opponent's hand begin."""
    token: Size
    token_pitch: int
    token_pitch_least: int
    group_gap: int
    reach_width: int
    card: Size
    field_rows: tuple[int, ...]
    field_left: int
    field_pitch: int
    field_columns: int
    field_right: int
    """Where the last card of a crowded row ends."""
    field_crowded_left: int
    deck: Box
    in_play: Box
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
    line: int
    """From one line of text to the next."""
    page_rule: int
    """The double line under the title of a page."""
    page_top: int
    zone_top: int
    """Where the questions begin that take the place of the field."""
    zone_bottom: int
    zone_split: int
    """What lies right of it are the answers."""


METRICS = {
    Size(400, 300): Metrics(
        margin=4,
        status_height=12,
        opponent_strip=13,
        own_strip=187,
        strip_height=27,
        strip_tokens=62,
        strip_fan=30,
        token=Size(15, 24),
        token_pitch=16,
        token_pitch_least=7,
        group_gap=5,
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
        divider=54,
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
        line=13,
        page_rule=15,
        page_top=25,
        zone_top=43,
        zone_bottom=186,
        zone_split=256,
    ),
}
