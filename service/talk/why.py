"""Why a move that was understood cannot be made."""

from service.talk.said import Said
from service.talk.tracks import join, tracks_of
from service.talk.voice import Voice
from ttr_core.view import View


def why_not(voice: Voice, seen: View, said: Said, text: str) -> str:
    """For a route between two places what is the matter with it; the plain fact for everything else."""
    about_routes = said.kinds is None or "claim_route" in said.kinds
    if about_routes and len(said.places) == 2 and all(len(place) == 1 for place in said.places):
        return _route_refused(voice, seen, said)
    return voice.say("not_legal", text=text)


def _route_refused(voice: Voice, seen: View, said: Said) -> str:
    first, second = said.places
    tracks = tracks_of(voice.ruleset)
    between = [route for route, (ends, _, _) in tracks.items() if join(ends, first, second)]
    ends = f"{voice.words.place(min(first))} – {voice.words.place(min(second))}"
    if not between:
        return voice.say("no_route", route=ends)
    owners = {str(route): voice.names[seat.seat] for seat in seen.seats for route in seat.routes}
    taken = [owners[route] for route in between if route in owners]
    if taken and len(taken) == len(between):
        return voice.say("route_taken", route=ends, who=voice.listed(taken))
    return voice.say("route_not_now", route=ends)
