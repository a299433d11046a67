"""Webhooks: signed messages about a game to an address of the subscriber's, at least once, and only what they may see.

The words of this folder, one meaning each:

- **subscription**: an address, the kinds of messages that it wants, and how delivery goes. The API calls it a webhook.
- **trigger**: something to send a message about: an event, or what an event means (your turn, game over). What people
  say at the table is sent as it is.
- **message**: the body that is sent for one trigger, under an id that stays the same however often it is sent.
- **attempt**: one try to send a message, and what came of it.
- **cursor**: the version of a game, or the number of a message in its talk, up to which a subscription has received
  everything.
- **delivery**: bringing one subscription up to date with one game, or with the talk there: everything behind the
  cursor, in order. A delivery is named `<subscription>/<stream>`, is due at a time, and is claimed by one process at a
  time. `<subscription>/` stands for the pings that a subscriber asked for.

A message is sent before the cursor passes it, so nothing is lost whatever dies; after a crash it is sent once more.
"""
