"""Each look and each act, said in English and in French: what one language understands, the other does, too."""

import pytest

from service.language.languages import heard_words
from tests.support.language.readings import reading
from tests.support.language.spoken_positions import situation

SAID = {  # what is meant: where, in English, in French
    "look help": ("usa playing_turn", "how do i play?", "comment on joue ?"),
    "look moves": ("usa playing_turn", "what can i do?", "que puis-je faire ?"),
    "look waiting": ("usa playing_turn", "whose turn is it?", "c'est à qui de jouer ?"),
    "look hand": ("usa playing_turn", "what do i have in my hand?", "qu'est-ce que j'ai en main ?"),
    "look tickets": ("usa playing_turn", "show me my tickets", "montre-moi mes destinations"),
    "look missing": ("usa playing_turn", "what do i still have to build?", "que dois-je encore construire ?"),
    "look ticket_decks": (
        "usa playing_turn", "how many tickets are left?", "combien de destinations restent dans la pioche ?",
    ),
    "look map": ("usa playing_turn", "show me the board", "montre-moi le plateau"),
    "look market": ("usa playing_turn", "which cards are face up?", "quelles cartes sont visibles ?"),
    "look score": ("usa playing_turn", "who is leading?", "qui est en tête ?"),
    "look history": ("usa playing_turn", "what happened?", "que s'est-il passé ?"),
    "look orders": ("usa playing_turn", "my orders", "mes ordres"),
    "look hint": ("usa playing_turn", "give me a hint", "donne-moi un conseil"),
    "look never_mind": ("usa playing_turn", "never mind", "oublie"),
    "look greeting": ("usa playing_turn", "hello everyone", "bonjour à tous"),
    "look thanks": ("usa playing_turn", "thank you all", "merci à tous"),
    "look farewell": ("usa playing_turn", "good night", "bonne nuit"),
    "look patience": ("usa playing_turn", "one moment", "un instant"),
    "look time": ("usa playing_turn", "how much time do i have?", "j'ai jusqu'à quand ?"),
    "look longest": ("usa playing_turn", "who has the longest path?", "qui a le chemin le plus long ?"),
    "look result": ("usa playing_turn", "who won?", "qui a gagné ?"),
    "look claims": ("usa playing_turn", "which routes can i afford?", "quelles routes je peux payer ?"),
    "look order_of_play": ("usa playing_turn", "who plays after me?", "qui joue après moi ?"),
    "look tally": ("usa playing_turn", "what is my score with my tickets?", "mon score, destinations comprises ?"),
    "look own": ("usa playing_turn", "what did i draw?", "qu'est-ce que j'ai pioché ?"),
    "look late": ("usa playing_turn", "what happens if i am late?", "il se passe quoi si je suis en retard ?"),
    "look route_list": ("usa playing_turn", "which green routes are free?", "quelles routes vertes sont libres ?"),
    "look long_routes": ("usa playing_turn", "the longest routes", "les routes les plus longues"),
    "look discards": ("usa playing_turn", "what is in the discard pile?", "il y a quoi dans la défausse ?"),
    "look people": ("usa playing_turn", "what colour am i?", "je suis de quelle couleur ?"),
    "look turns": ("usa playing_turn", "what turn is it?", "on en est à quel tour ?"),
    "look secret": ("usa playing_turn", "what do the others hold?", "que cachent les autres ?"),
    "look odds": ("usa playing_turn", "what are the odds?", "quelles sont les chances ?"),
    "look reminders": ("usa playing_turn", "are there reminders?", "y a-t-il des rappels ?"),
    "look now": ("usa playing_turn", "what day is it?", "quel jour est-on ?"),
    "look setup": ("usa playing_turn", "which board is this?", "c'est quel plateau ?"),
    "draw_card": ("usa playing_turn", "draw a card", "pioche une carte"),
    "draw_card, then draw_card": ("usa playing_turn", "draw 2", "pioche 2"),
    "take_card red": ("usa playing_turn", "take the red card", "prends la carte rouge"),
    "take_card red, then draw_card": ("usa playing_turn", "take red then draw", "prends la rouge puis pioche"),
    "draw_tickets": ("usa playing_turn", "draw tickets", "pioche des destinations"),
    "claim_route montreal--new_york 3 blue": (
        "usa playing_turn", "claim montreal new york with blue", "prends possession de montréal new york en bleu",
    ),
    "keep_tickets 1 3": ("usa keeping_tickets", "keep 1 and 3", "garde 1 et 3"),
    "build_station paris 1 red": (
        "europe playing_turn", "build a station in paris with red", "construis une gare à paris avec une rouge",
    ),
    "pay_tunnel 1 yellow": ("europe paying_tunnel", "pay", "je paie"),
    "withdraw_tunnel": ("europe paying_tunnel", "give up the tunnel", "j'abandonne le tunnel"),
    "take_ferry_card": ("italy playing_turn", "take a ferry card", "prends une carte ferry"),
    "take_festival valencia": ("iberia choosing_festival", "yes", "oui"),
    "decline_festival": ("iberia choosing_festival", "no", "non"),
    "pick_ticket 4": ("iberia picking_ticket", "pick the fourth", "choisis la quatrième"),
    "matter undo": ("usa playing_turn", "undo", "annule"),
    "matter pause": ("usa playing_turn", "pause the game", "mets en pause"),
    "matter resume": ("usa playing_turn", "resume the game", "reprendre la partie"),
    "matter end": ("usa playing_turn", "end the game", "terminer la partie"),
    "matter agree": ("usa playing_turn", "i agree", "je suis d'accord"),
    "matter object": ("usa playing_turn", "i object", "je m'oppose"),
    "matter resign": ("usa playing_turn", "i resign", "j'abandonne"),
    "matter resign_to_bot": ("usa playing_turn", "resign to a bot", "abandonner à un robot"),
    "matter resign_to_nobody": ("usa playing_turn", "resign to nobody", "abandonner à personne"),
    "matter vacation 5": ("usa playing_turn", "vacation 5 days", "vacances 5 jours"),
    "matter vacation_over": ("usa playing_turn", "back from vacation", "retour de vacances"),
    "matter cancel_order 2": ("usa playing_turn", "cancel order 2", "annule l'ordre 2"),
    "matter cancel_orders": ("usa playing_turn", "cancel all orders", "annule tous les ordres"),
    "matter return": ("usa playing_turn", "i am back", "je suis de retour"),
}  # fmt: skip


@pytest.mark.parametrize("meant", SAID)
def test_both_languages_say_it(meant: str) -> None:
    moment, *texts = SAID[meant]
    heard = [reading(situation(*moment.split()), text) for text in texts]
    assert [one if one == meant else one.split()[:2] for one in heard] in (
        [meant, meant],
        [meant.split()] * 2,
    )


def test_every_look_and_every_matter_is_listed() -> None:
    for heard in heard_words().values():
        assert {f"look {look}" for look in heard.looks} <= set(SAID)
        assert {f"matter {matter}" for matter in heard.table} <= {
            " ".join(meant.split()[:2]) for meant in SAID
        }
