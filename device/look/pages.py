"""Help, the log, and what the player should know before going on."""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce

from device.controls import Controls, How, Way
from device.events import Key
from device.geometry import Box, Point
from device.look.beside import COUNTED, PIP, SIGN_WIDTH
from device.look.entries import entry_briefs, entry_lines
from device.look.items import (
    Align,
    Emblem,
    Item,
    Layout,
    Line,
    Pill,
    Pips,
    Rect,
    Style,
    Target,
    Text,
)
from device.look.lessons import taught
from device.look.lettering import fits, height, width
from device.look.look import Look
from device.look.pieces import (
    APART,
    TOKEN_HEIGHT,
    TOKEN_WIDTH,
    Column,
    fitting,
    hint_line,
    page_column,
    page_head,
    page_lines,
    page_style,
    token_row,
    token_width,
)
from device.look.rules_told import rules_told
from device.look.words import both, flower, listed, month_name, short_name, yaku_name
from device.notices import Adopted, Notice, Restored, SetAside
from device.screens.pages import Help, Log, Notices
from device.screens.screen import Screen
from device.screens.session import Session
from device.screens.title import NewGame
from device.screens.told import LOG_ENTRIES_PER_PAGE, Entry, log_pages
from koikoi.cards import DECK, Fuda, Kind, Month
from koikoi.progress import Progress, progress
from koikoi.round import Laid
from koikoi.rules import RuleSet
from koikoi.seat import SOUTH
from koikoi.yaku import Sight, Yaku

KEYS_TOLD = 9
SECOND_PAGE = ("tane", "akatan", "aotan", "akatan_aotan", "tan", "kasu", "tsukifuda")
"""The yaku on the second of their two pages."""
TALLEST_ROW = 4
LEADING = 2
"""Between two lines of a row, in pixels."""
POINTS_WIDTH = 46
COUNT_WIDTH = 36
CHIP = 15
SIGN_HEIGHT = 11


def help_page(screen: Help, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out a page of the help."""
    name = screen.name
    rules = rules_in_force(screen.under)
    note = ""
    match name:
        case "keys":
            items = _keys(look, _ways(look, screen.session) or _keyboard(look))
        case "coach":
            items = _paragraphs(look, [look.text(f"help.coach.{number}") for number in (1, 2, 3)])
        case "turn":
            items = taught(look, "matching", _help(look, 1, 2))
        case "calls":
            items = taught(look, "koikoi", _help(look, 3, 4))
        case "yaku" | "more_yaku":
            note = look.text("help.yaku.note")
            items = _yaku(look, rules, _sight(screen.under), second=name == "more_yaku")
        case "months":
            note, items = look.text("help.months.note"), _months(look)
        case _:
            pages = rules_told(look, rules)
            items = _paragraphs(look, pages[name == "more_rules"])
    pages_in_all = len(screen.pages)
    opens = Key.OPTIONS not in screen.session.controls.reached
    close = look.text("key.close.options" if opens else "key.close")
    if name == "coach":
        close = look.text("key.coach")
    left = look.text("key.page", page=screen.page + 1, pages=pages_in_all)
    short = f"{screen.page + 1}/{pages_in_all}"
    return Layout(
        look.size,
        (
            *page_head(look, look.text(f"help.{name}.title"), note),
            *items,
            *hint_line(look, (left, short), close, alerts, keys_first=True),
        ),
        page_targets(look),
    )


def rules_in_force(screen: Screen) -> RuleSet:
    """Return the rules of the match, of the sheet that is being filled in, or of the next match."""
    match screen:
        case NewGame():
            return screen.rule_set
        case _ if screen.session.match is not None:
            return screen.session.match.rules
    return NewGame.of(screen.session).rule_set


def _sight(screen: Screen) -> Sight:
    """Return what the own pile can be judged by: that of the month in play, or an empty one."""
    match = screen.session.match
    if match is None:
        return Sight((), (), (), Month.MATSU, 0)
    return match.round.sight(SOUTH)


def _help(look: Look, *numbers: int) -> list[str]:
    """Return sentences about a turn."""
    return [look.text(f"help.turn.{number}") for number in numbers]


def _keyboard(look: Look) -> list[tuple[str, str]]:
    """Return the keys of a keyboard with what they do."""
    rows = (look.text(f"help.keys.{index}").partition("|") for index in range(1, KEYS_TOLD + 1))
    return [(keys, words) for keys, _, words in rows]


def _ways(look: Look, session: Session) -> list[tuple[str, str]]:
    """Return the buttons of a device with what they do, by what stands beside them."""
    controls = session.controls
    rows = []
    for way in controls.told(session.settings.buttons):
        labels = dict(zip(("one", "two"), way.labels, strict=False))
        pressed = way.how is How.PRESS
        keys = " ".join(way.labels) if pressed else look.text(f"way.{way.how.value}", **labels)
        rows.append((keys, look.text(f"does.{_does(controls, way)}")))
    return rows


def _does(controls: Controls, way: Way) -> str:
    """Return which words say what a way to press a key does on a device."""
    match way:
        case Way(how=How.LONG):
            return "restore"
        case Way(how=How.PRESS, key=Key.LEFT):
            return "move"
        case Way(key=Key.SELECT) if Key.OPTIONS not in controls.reached:
            return "select.options"
        case Way(key=Key.QUIT) if Key.BACK not in controls.reached:
            return "quit.close"
    return way.key.value


def _keys(look: Look, rows: list[tuple[str, str]]) -> list[Item]:
    """Return keys with what they do, as large and as far apart as there is room for."""
    metrics, column = look.metrics, page_column(look)
    body = metrics.body
    styles = [(metrics.strong, body), (body, body)]
    if look.large_text:
        styles.insert(0, (Style.TALL, Style.TALL))
    for heading, style in styles:
        left = column.left + max(width(key, heading) for key, _ in rows) + 2 * APART
        meaning = Column(look, left, column.right, column.top)
        told = [(key, meaning.wrapped(words, style)) for key, words in rows]
        step = max(height(style), height(heading), metrics.line - 1) + 1
        lines = sum(len(words) for _, words in told)
        if step * lines <= metrics.hint_line - column.top:
            break
    while step * sum(len(words) for _, words in told) > metrics.hint_line - column.top:
        told.pop()
    lines = sum(len(words) for _, words in told)
    gap = min((metrics.hint_line - column.top - step * lines) // len(told), step)
    y = column.top + gap // 2
    items: list[Item] = []
    for key, words in told:
        if key:
            items.append(replace(column, top=y).text(0, key, style=heading))
        for text in words:
            items.append(replace(meaning, top=y).text(0, text, style=style))
            y += step
        y += gap
    return items


def _paragraphs(look: Look, sentences: list[str]) -> list[Item]:
    """Return sentences below each other, in tall letters and apart where the page has room."""
    column, body = page_column(look), look.metrics.body
    for style, gap in ((page_style(look), 1), (page_style(look), 0), (body, 1), (body, 0)):
        step = -(-(height(style) + 1) // look.metrics.line)
        items: list[Item] = []
        line = 0
        for words in sentences:
            for part in column.wrapped(words, style):
                items.append(column.text(line, part, style=style))
                line += step
            line += gap
        if line - gap <= page_lines(look):
            break
    return items


def _yaku(look: Look, rules: RuleSet, sight: Sight, *, second: bool) -> list[Item]:
    """Return half of the yaku in force: what each needs and is worth, and how far one has come."""
    page, metrics = page_column(look), look.metrics
    rows = progress(rules, sight)
    half = [each for each in rows if (each.row.key in SECOND_PAGE) == second]
    # A page of few rows has them no further apart than one of many.
    tall = min((metrics.hint_line - page.top) // max(len(half), 1), TALLEST_ROW * metrics.line)
    names = max((width(yaku_name(look, each.row.key), metrics.body) for each in rows), default=0)
    readings = page.left + names + 2 * APART
    items: list[Item] = []
    for index, each in enumerate(half):
        top = page.top + tall * index
        if index:
            items.append(Line(Box(page.left, top - 1, page.width, 1), dotted=True))
        items += _yaku_row(look, each, Box(page.left, top, page.width, tall - 1), readings)
    return items


def _yaku_row(look: Look, each: Progress, box: Box, readings: int) -> list[Item]:
    """Return a yaku in a row: what it is called and needs, its cards and its points.

    Where there is room its Japanese reading stands in a column of its own.
    """
    metrics, body, row = look.metrics, look.metrics.body, each.row
    points = _worth(look, row)
    line = height(body)
    lines = 2 if box.height >= 2 * line + LEADING else 1
    y = box.y + (box.height - lines * line - (lines - 1) * LEADING) // 2
    column = Column(look, box.x, box.right, y)
    items: list[Item] = [column.text(0, points, Align.RIGHT, metrics.strong)]
    edge = box.right - (POINTS_WIDTH - 12 * metrics.compact)
    name, reading = yaku_name(look, row.key), look.text(f"reading.{row.key}")
    scale = metrics.scale if box.height >= TOKEN_HEIGHT * metrics.scale else 1
    if lines == 1:
        chips = _chips(each, Box(box.x, y, edge - box.x, line))
        left = min(item.box.x for item in chips)
        items.append(
            column.text(0, fitting(look, left - box.x - APART, f"{name} ({reading})", name))
        )
        return items + chips
    tokens = _standing(each, edge, box, scale, look)
    left = min((item.box.x for item in tokens), default=edge)
    room = left - box.x - APART
    items.append(column.text(0, name))
    if fits(reading, left - APART - readings, body):
        items.append(replace(column, left=readings).text(0, reading))
    needs = look.text(f"needs.{row.key}", n=row.need)
    if fits(needs, room, body):
        items.append(
            Text(needs, Box(box.x, y + line + LEADING, width(needs, body), line), style=body)
        )
    return items + tokens


def _standing(each: Progress, edge: int, box: Box, scale: int, look: Look) -> list[Item]:
    """Return how far one has come with a yaku, right-aligned: tokens, or pips and a count."""
    middle = box.y + box.height // 2
    if each.cards:
        wide = sum(token_width(card, scale) + 1 for card in each.cards) - 1
        at = Point(edge - wide, middle - TOKEN_HEIGHT * scale // 2)
        cards = each.cards
        return token_row(at, cards, missing=each.missing, gone=each.gone, scale=scale)[0]
    count, body = f"{each.have}/{each.need}", look.metrics.body
    extent, line = width(count, body), height(body)
    items: list[Item] = [
        Text(count, Box(edge - extent, middle - line // 2, extent, line), Align.RIGHT, body)
    ]
    if each.row.key in COUNTED:
        wide = PIP * each.need
        left = edge - COUNT_WIDTH * look.metrics.scale - wide
        items.append(Pips(each.have, each.need, Box(left, middle - 6, wide, 12)))
        items.append(Emblem(COUNTED[each.row.key], Box(left - SIGN_WIDTH, middle - 6, 10, 11)))
    return items


def _chips(each: Progress, box: Box) -> list[Item]:
    """Return the months of a yaku's cards, in black for those that one has; or a count."""
    if not each.cards:
        count = f"{each.have}/{each.need}"
        extent = width(count)
        return [Text(count, Box(box.right - extent, box.y, extent, box.height), Align.RIGHT)]
    items: list[Item] = []
    right = box.right
    for card in reversed(each.cards):
        chip = Box(right - CHIP, box.y - 1, CHIP - 1, box.height + 2)
        month = str(card.month.value)
        if card in each.missing:
            items += [Rect(chip, dashed=True), Text(month, chip, Align.CENTER)]
        elif card in each.gone:
            items.append(Rect(chip, dashed=True))
        else:
            items.append(Pill(month, chip))
        right -= CHIP
    return items


def _worth(look: Look, row: Yaku) -> str:
    """Return the points of a yaku, and what each further card adds."""
    if row.extra:
        return look.text("yaku.points.growing", points=row.points, extra=row.extra)
    return look.text("yaku.points", points=row.points)


def _months(look: Look) -> list[Item]:
    """Return the months in order, with their flowers and their cards that are not chaff."""
    page, metrics, body = page_column(look), look.metrics, look.metrics.body
    rows = [(*_numbered(look, month), flower(look, month)) for month in Month]
    starts = [page.left]
    for texts in zip(*rows, strict=True):
        wide = max(width(words, body) for words in texts)
        starts.append(starts[-1] + (wide + APART if wide else 0))
    tall = (metrics.hint_line - page.top) // len(Month)
    items: list[Item] = []
    for index, (month, texts) in enumerate(zip(Month, rows, strict=True)):
        row = Box(page.left, page.top + tall * index, page.width, tall)
        line = replace(page, top=row.y + (tall - 1 - height(body)) // 2)
        if index and not metrics.compact:
            items.append(Line(Box(row.x, row.y - 1, row.width, 1), dotted=True))
        named = tuple(card for card in DECK if card.month is month and card.kind is not Kind.KASU)
        words = (*texts, listed(look, (short_name(look, card) for card in named)))
        for place, text in enumerate(words):
            left, right = starts[place], page.right if place == len(texts) else starts[place + 1]
            column = Column(look, left, right - APART, line.top)
            if text:
                align = Align.LEFT if place else Align.RIGHT
                items.append(column.text(0, text, align))
        if not metrics.compact:
            items += _kinds(named, row, metrics.scale)
    return items


def _numbered(look: Look, month: Month) -> tuple[str, str]:
    """Return a month's number, unless its name says it, and its name, where there is room."""
    name = month_name(look, month)
    if any(letter.isnumeric() for letter in name):
        return "", name
    return str(month.value), "" if look.metrics.compact else name


def _kinds(cards: Fuda, row: Box, scale: int) -> list[Item]:
    """Return cards at the right end of a row: as tokens, or as the signs of their kinds."""
    if row.height < TOKEN_HEIGHT * scale:
        scale = 1
    if row.height >= TOKEN_HEIGHT * scale:
        wide = sum(token_width(card, scale) + 1 for card in cards) - 1
        top = row.y + (row.height - TOKEN_HEIGHT * scale) // 2
        return token_row(Point(row.right - wide, top), cards, scale=scale)[0]
    top, left = row.y + (row.height - SIGN_HEIGHT) // 2, row.right - SIGN_WIDTH * len(cards)
    return [
        Emblem(card.kind, Box(left + SIGN_WIDTH * index, top, SIGN_WIDTH - 4, SIGN_HEIGHT))
        for index, card in enumerate(cards)
    ]


def log(screen: Log, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out a page of the log: each entry in two lines with its cards, or in a short one."""
    pages = log_pages(screen.session.open_match)
    column, metrics = page_column(look), look.metrics
    items = page_head(look, look.text("log.title"), look.text("log.note"))
    tall = (metrics.hint_line - column.top) // LOG_ENTRIES_PER_PAGE
    numbers = max(width("12", Style.BOLD), width("12", metrics.body)) + APART
    told = 0
    for index, entry in enumerate(pages[min(screen.page, len(pages) - 1)]):
        row = Box(column.left, column.top + tall * index, column.width, tall - 1)
        if index:
            items.append(Line(Box(row.x, row.y - 1, row.width, 1), dotted=True))
        middle = row.y + (row.height - height(metrics.strong)) // 2
        if entry.round != told:
            head = replace(column, top=middle)
            items.append(head.text(0, str(entry.round), style=metrics.strong))
            told = entry.round
        items += _entry(look, entry, row._replace(x=row.x + numbers, width=row.width - numbers))
    if not pages[0]:
        items.append(column.text(1, look.text("log.empty")))
    count = len(pages)
    left = look.text("key.older", page=count - screen.page, pages=count)
    short = f"{count - screen.page}/{count}"
    items += hint_line(look, (left, short), look.text("key.close"), alerts, keys_first=True)
    return Layout(look.size, tuple(items), page_targets(look))


def _entry(look: Look, entry: Entry, box: Box) -> list[Item]:
    """Return an entry of the log in its row."""
    metrics, body = look.metrics, look.metrics.body
    line = height(body)
    if box.height < 2 * line + LEADING:
        words = fitting(look, box.width, *entry_briefs(look, entry))
        column = Column(look, box.x, box.right, box.y + (box.height - line) // 2)
        return [column.text(0, words)]
    first, second = entry_lines(look, entry)
    lines = [first, second] if second else [first]
    scale = metrics.scale if box.height >= TOKEN_HEIGHT * metrics.scale else 1
    tokens = _entry_tokens(entry, box, scale)
    left = min((item.box.x for item in tokens), default=box.right)
    if max(width(words, body) for words in lines) > left - APART - box.x:
        tokens = []
    y = box.y + (box.height - line * len(lines) - LEADING * (len(lines) - 1)) // 2
    items: list[Item] = []
    for index, words in enumerate(lines):
        shown = fitting(look, box.width, words)
        at = Box(box.x, y + (line + LEADING) * index, width(shown, body), line)
        items.append(Text(shown, at, style=body))
    return items + tokens


def _entry_tokens(entry: Entry, box: Box, scale: int) -> list[Item]:
    """Return the cards of a turn, right-aligned: each that was laid and what it took."""
    laid = [event for event in entry.events if isinstance(event, Laid)]
    top = box.y + (box.height - TOKEN_HEIGHT * scale) // 2
    items: list[Item] = []
    right = box.right
    for event in reversed(laid):
        cards = (event.card, *event.taken)
        wide = sum(token_width(card, scale) + 1 for card in cards) - 1
        items += token_row(Point(right - wide, top), cards, scale=scale)[0]
        right -= max(wide, 2 * TOKEN_WIDTH * scale + 1) + 2 * APART
    return items


def notices(screen: Notices, look: Look, alerts: tuple[str, ...]) -> Layout:
    """Lay out what is to be told about the files."""
    column = page_column(look)
    room = page_lines(look) - 1
    items = page_head(look, look.text("notices.title"))
    line = 0
    for number, notice in enumerate(screen.notices):
        lines = column.wrapped(_notice(look, notice))
        if line + len(lines) > room:
            more = len(screen.notices) - number
            items.append(column.text(room, look.text("notice.more", n=more)))
            break
        items += column.paragraph(line, lines)
        line += len(lines) + (0 if look.metrics.compact else 1)
    items += hint_line(look, "", look.text("key.on"), alerts)
    whole = Box(0, 0, look.size.width, look.size.height)
    return Layout(look.size, tuple(items), (Target("go_on", 0, whole),))


def _notice(look: Look, notice: Notice) -> str:
    """Return a notice in words."""
    if isinstance(notice, Adopted):
        used = look.text("notice.go_koikoi", file=notice.file)
        lost = (look.text(f"notice.lost.{each.value}") for each in notice.lost)
        kept = look.text("notice.kept", kept_as=notice.kept_as)
        return reduce(partial(both, look), (used, *lost, kept))
    if isinstance(notice, Restored):
        return look.text("notice.restored")
    if not isinstance(notice, SetAside):
        values = {"setting": notice.setting, "found": notice.found, "used": notice.used}
        return look.text("notice.setting", **values)
    happened = look.text(f"notice.{notice.trouble.value}", file=notice.file, detail=notice.detail)
    if notice.kept_as is None:
        return both(look, happened, look.text("notice.in_the_way"))
    return both(look, happened, look.text("notice.kept", kept_as=notice.kept_as))


def page_targets(look: Look) -> tuple[Target, ...]:
    """Return the two halves of a page: a touch turns it to the left or to the right."""
    half, tall = look.size.width // 2, look.metrics.hint_line
    return tuple(Target("page", side, Box(half * side, 0, half, tall)) for side in (0, 1))
