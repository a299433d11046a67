"""Mails about games: one for a single occasion, or a digest for several, each with a way to stop them in one click."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import escape

from service.language.languages import Messages
from service.mail.mail import Mail, host_of
from service.notices.formats.notice_texts import TURNS, NoticeText
from service.notices.notice_ledger import Entry, PlannedMail
from service.notices.notice_occasions import Occasion

Section = tuple[Entry, NoticeText]


def planned_mail(player: str, entries: Mapping[str, Entry]) -> PlannedMail:
    """Its key names the moments, too: an event that takes the place of a lost one has the same version."""
    ordered = sorted(entries.items())
    about = "\n".join(f"{name}@{entry.version} {entry.since.at}" for name, entry in ordered)
    digest = sha256(about.encode()).hexdigest()
    return PlannedMail(f"notice/{player}/{digest[:32]}", {name: entry.version for name, entry in ordered})


def mail_about(
    key: str, player: str, to: str, sections: Sequence[Section], stop_link: str, lang: str, sender: str
) -> Mail:
    """All that waits, in one mail, turns first. Mails about one game are one thread."""
    say = Messages(lang)
    sections = sorted(sections, key=lambda section: section[0].occasion not in TURNS)
    games = {entry.game for entry, _ in sections}
    headers = {"List-Unsubscribe": f"<{stop_link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    if len(games) == 1:
        (game,) = games
        thread = f"<{sha256(f'{player}/{game}'.encode()).hexdigest()[:32]}@{host_of(sender)}>"
        headers |= {"In-Reply-To": thread, "References": thread}
    return Mail(
        key=key,
        to=to,
        subject=_subject(sections, len(games), say),
        text=_plain(sections, stop_link, say),
        html=_html(sections, stop_link, say),
        headers=headers,
        owner=player,
    )


def _subject(sections: Sequence[Section], games: int, say: Messages) -> str:
    if games == 1:
        return sections[0][1].title
    waits = all(entry.occasion in (*TURNS, Occasion.REQUEST) for entry, _ in sections)
    return say("notice-title-digest" if waits else "notice-title-news", games=games)


def _plain(sections: Sequence[Section], stop_link: str, say: Messages) -> str:
    parts = []
    for entry, text in sections:
        happened = [text.heading, *(f"- {line}" for line in text.happened)] if text.happened else []
        lines = [text.title, text.deadline, "", *happened, "", _action(entry, text.link, say)]
        parts.append(
            "\n".join(line for line, before in zip(lines, ["", *lines], strict=False) if line or before)
        )
    return "\n\n".join([*parts, f"-- \n{say('notice-stop', link=stop_link)}"]) + "\n"


def _html(sections: Sequence[Section], stop_link: str, say: Messages) -> str:
    parts = []
    for entry, text in sections:
        items = "".join(f"<li>{escape(line)}</li>" for line in text.happened)
        happened = f"<p>{escape(text.heading)}</p><ul>{items}</ul>" if items else ""
        deadline = f"<p><strong>{escape(text.deadline)}</strong></p>" if text.deadline else ""
        link = f'<p><a href="{escape(text.link)}">{escape(_action(entry, text.link, say))}</a></p>'
        parts.append(f"<h2>{escape(text.title)}</h2>{deadline}{happened}{link}")
    stop = escape(say("notice-stop", link=stop_link))
    return (
        f'<!doctype html><html lang="{say.lang}"><meta charset="utf-8">{"<hr>".join(parts)}'
        f'<hr><p><small><a href="{escape(stop_link)}">{stop}</a></small></p></html>'
    )


def _action(entry: Entry, link: str, say: Messages) -> str:
    return say("notice-play", link=link) if entry.occasion in TURNS else say("notice-look", link=link)
