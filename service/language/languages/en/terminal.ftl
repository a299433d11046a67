### What `ttr chat` says itself

chat-welcome = { $board } with { $players }. Game { $game }.
chat-help = Speak as '{ $first }: draw 2', or choose who speaks with '/as { $last }' and write 'draw 2'.
chat-help-more = 'what can I do?' and 'help' say more; 'quit' leaves.
chat-speaks = { $name } speaks.
chat-unknown = There is no { $name } here, only { $names }.
chat-only = [{ $name } only] { $line }
chat-picture = picture: { $link }
chat-refused = The service refuses: { $why }
chat-status = -- { $waiting } { $players }
terminal-refused = the service at { $url } refused: { $why }
terminal-no_service = no service answers at { $url } ({ $why }). Start one with `ttr up`, or name another with --url.
end-rematch = Rematch? 'yes' opens another table, '{ $quit }' leaves.
end-asks = Rematch? (yes/no){ " " }
end-bye = Thank you for playing.
end-invite = For { $name }: ttr join { $url } { $invite }
chat-bye = Goodbye. The game { $game } stays where it is, with the service at { $url }; 'ttr chat --back' comes back to it.
join-name = Your name at the table:{ " " }
join-bye = Goodbye. You keep your seat: 'ttr join' comes back to the game { $game } at { $url }.
