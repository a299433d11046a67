"""Notices: a player hears that a game waits for them, on the channels that they have confirmed.

The words of this folder, one meaning each:

- **occasion**: why somebody is notified: their turn, a reminder, a request, the end of a game, a message, a full table.
- **standing**: what a game asks of each seat, and since which version. It follows from the game's events alone.
- **entry**: one occasion for one player, in their **ledger**, with the version that each channel was sent.
- **channel**: mail, web push, a webhook, ntfy or a chat room; off until its owner has confirmed it.
- **seen**: the version of a game up to which its player has looked at it or acted in it.

A game that has moved is looked at, the ledgers of its players are brought up to date, and each player's ledger is then
served channel by channel. Both kinds of work are deliveries of one schedule: a process that dies loses nothing.
"""
