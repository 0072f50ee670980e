"""Help, the log, and what the player should know before going on."""

from __future__ import annotations

from device.geometry import Box
from device.look.entries import entry_lines
from device.look.items import Align, Item, Layout, Style, Target
from device.look.lettering import wrapped
from device.look.look import Look
from device.look.pieces import Column, hint_line, page_column, page_head, page_lines
from device.look.rules_told import rules_told
from device.look.words import flower, month_name, short_name, yaku_name
from device.notices import Notice, SetAside
from device.screens.pages import HELP_PAGES, Help, Log, Notices
from device.screens.screen import Screen
from device.screens.title import NewGame
from device.screens.told import log_pages
from device.settings import Settings
from koikoi.cards import DECK, Kind, Month
from koikoi.rules import PRESETS, RuleSet
from koikoi.yaku import Yaku, table


def help_page(screen: Help, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out a page of the help."""
    name = HELP_PAGES[screen.page]
    rules = rules_in_force(screen.under)
    match name:
        case "keys":
            note, items = "", _keys(look)
        case "turn":
            note, items = "", _paragraphs(look, [look.text(f"help.turn.{n}") for n in range(1, 5)])
        case "yaku":
            note, items = look.text("help.yaku.note"), _yaku(look, rules)
        case "months":
            note, items = look.text("help.months.note"), _months(look)
        case _:
            note, items = "", _paragraphs(look, rules_told(look, rules))
    pages = len(HELP_PAGES)
    left = look.text("key.page", page=screen.page + 1, pages=pages)
    return Layout(
        look.size,
        (
            *page_head(look, look.text(f"help.{name}.title"), note),
            *items,
            *hint_line(look, left, look.text("key.close"), alerts),
        ),
        _page_targets(look),
    )


def rules_in_force(screen: Screen) -> RuleSet:
    """Return the rules of the match, of the sheet that is being filled in, or of the next match."""
    match screen:
        case NewGame():
            return screen.rule_set
        case _ if screen.session.match is not None:
            return screen.session.match.rules
    return _next_rules(screen.session.settings)


def _next_rules(settings: Settings) -> RuleSet:
    rules = PRESETS[settings.rules].but(rounds=settings.rounds)
    return rules if settings.sake else rules.but(viewing_yaku="off")


def _keys(look: Look) -> list[Item]:
    """Return the keys, one a line, with what they do."""
    column = page_column(look)
    meaning = Column(look, column.left + 80, column.right, column.top)
    heading, style = (Style.TALL, Style.TALL) if look.large_text else (Style.BOLD, Style.NORMAL)
    items: list[Item] = []
    for index in range(1, 10):
        line = 1 + 2 * (index - 1)
        key, words = look.text(f"help.keys.{index}").split("|")
        if key:
            items.append(column.text(line, key, style=heading))
        items.append(meaning.text(line, words, style=style))
    return items


def _paragraphs(look: Look, sentences: list[str]) -> list[Item]:
    """Return sentences below each other, in tall letters and apart where the page has room."""
    column = page_column(look)
    for style, gap in ((Style.TALL, 1), (Style.TALL, 0), (Style.NORMAL, 1), (Style.NORMAL, 0)):
        if style is Style.TALL and not look.large_text:
            continue
        step = 2 if style is Style.TALL else 1
        items: list[Item] = []
        line = 0
        for words in sentences:
            for part in wrapped(words, column.right - column.left, style):
                items.append(column.text(line, part, style=style))
                line += step
            line += gap
        if line - gap <= page_lines(look):
            break
    return items


def _yaku(look: Look, rules: RuleSet) -> list[Item]:
    """Return the yaku in force: name, what it needs, what it is worth."""
    column = page_column(look)
    needs = Column(look, column.left + 136, column.right, column.top)
    items: list[Item] = []
    for line, row in enumerate(table(rules)):
        items += [
            column.text(line, yaku_name(look, row.key)),
            needs.text(line, look.text(f"needs.{row.key}", n=row.need)),
            column.text(line, _worth(look, row), Align.RIGHT, Style.BOLD),
        ]
        if line:
            items.append(column.rule(line))
    return items


def _worth(look: Look, row: Yaku) -> str:
    """Return the points of a yaku, and what each further card adds."""
    if row.extra:
        return look.text("yaku.points.growing", points=row.points, extra=row.extra)
    return look.text("yaku.points", points=row.points)


def _months(look: Look) -> list[Item]:
    """Return the months in order, with their flowers and their cards that are not chaff."""
    column = page_column(look)
    flowers = Column(look, column.left + 92, column.right, column.top)
    cards = Column(look, column.left + 182, column.right, column.top)
    items: list[Item] = []
    for line, month in enumerate(Month):
        named = (card for card in DECK if card.month is month and card.kind is not Kind.KASU)
        items += [
            column.text(line, f"{month.value:2} {month_name(look, month)}"),
            flowers.text(line, flower(look, month)),
            cards.text(line, ", ".join(short_name(look, card) for card in named)),
        ]
        if line:
            items.append(column.rule(line))
    return items


def log(screen: Log, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out a page of the log: each entry in two lines."""
    pages = log_pages(screen.session.open_match)
    column = page_column(look)
    items = page_head(look, look.text("log.title"), look.text("log.note"))
    inner = Column(look, column.left + 24, column.right, column.top)
    told = 0
    for index, entry in enumerate(pages[min(screen.page, len(pages) - 1)]):
        line = 1 + 2 * index
        first, second = entry_lines(look, entry)
        if entry.round != told:
            items.append(column.text(line, str(entry.round), style=Style.BOLD))
            told = entry.round
        items.append(inner.text(line, first))
        if second:
            items.append(inner.text(line + 1, second))
        if index:
            items.append(column.rule(line))
    if not pages[0]:
        items.append(column.text(1, look.text("log.empty")))
    left = look.text("key.older", page=len(pages) - screen.page, pages=len(pages))
    items += hint_line(look, left, look.text("key.close"), alerts)
    return Layout(look.size, tuple(items), _page_targets(look))


def notices(screen: Notices, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out what is to be told about the files."""
    column = page_column(look)
    room = page_lines(look) - 1
    items = page_head(look, look.text("notices.title"))
    line = 0
    for number, notice in enumerate(screen.notices):
        lines = list(wrapped(_notice(look, notice), column.right - column.left))
        if line + len(lines) > room:
            more = len(screen.notices) - number
            items.append(column.text(room, look.text("notice.more", n=more)))
            break
        items += [column.text(line + index, words) for index, words in enumerate(lines)]
        line += len(lines) + 1
    items += hint_line(look, "", look.text("key.on"), alerts)
    whole = Box(0, 0, look.size.width, look.size.height)
    return Layout(look.size, tuple(items), (Target("go_on", 0, whole),))


def _notice(look: Look, notice: Notice) -> str:
    """Return a notice in words."""
    if not isinstance(notice, SetAside):
        values = {"setting": notice.setting, "found": notice.found, "used": notice.used}
        return look.text("notice.setting", **values)
    happened = look.text(f"notice.{notice.trouble.value}", file=notice.file, detail=notice.detail)
    if notice.kept_as is None:
        return f"{happened} {look.text('notice.in_the_way')}"
    return f"{happened} {look.text('notice.kept', kept_as=notice.kept_as)}"


def _page_targets(look: Look) -> tuple[Target, ...]:
    """Return the two halves of a page: a touch turns it to the left or to the right."""
    half, tall = look.size.width // 2, look.metrics.hint_line
    return tuple(Target("page", side, Box(half * side, 0, half, tall)) for side in (0, 1))
