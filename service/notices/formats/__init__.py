"""Notices as people read them: texts, mails, Atom feeds and calendars."""
