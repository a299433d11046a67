### Problems: a sentence per code, `.detail` for one occurrence, and others for the reasons that a code has.
### Refusals by rules are in refusals.ftl and with the rules.

problem = Les règles ne le permettent pas.

## requests

problem-malformed_request = La requête ne correspond pas à la description de cet appel.
    .fields = Ces parties du corps ne conviennent pas : { $pointers }.
    .given_twice = { $parameter } est donné plus d'une fois.
    .not_a_number = { $parameter } est un nombre de { $min } à { $max }.
    .not_a_choice = { $parameter } est l'un de : { $choices }.
    .not_among = { $parameter } est un ou plusieurs de : { $choices }.
    .not_a_flag = { $parameter } est true ou false.
    .too_long = { $parameter } a au plus { $max } caractères.
    .too_short = Le corps est plus court qu'annoncé.
    .too_deep = Le corps est imbriqué trop profondément.
    .not_json = Le corps n'est pas du JSON en UTF-8.
    .if_match = If-Match est une version entre guillemets, plusieurs, une décision, ou *.
    .no_decision = Seule une place a des décisions ; donnez une version dans { $parameter }.
    .idempotency_key = Idempotency-Key a de 1 à 200 caractères imprimables.
    .last_event_id = Last-Event-ID est un id que le flux a envoyé.
    .message_id = { $parameter } est l'identifiant d'un message, comme msg_12.
    .cursor = { $parameter } est le `next` d'une page.
    .cursor_order = Ce curseur est celui d'une liste avec sort={ $order }.
    .takes_no_key = Cet appel n'accepte pas d'Idempotency-Key.
    .channel = Un abonnement push a une adresse et des clés, un webhook ou ntfy une adresse ; le courriel ni l'une ni les autres.
    .takes_no_body = Cet appel n'accepte pas de corps.
    .head = { $parameter } n'est pas la tête d'un enregistrement : { $problem }
    .unknown_place = Il n'y a pas de lieu « { $place } » sur ce plateau.
    .unknown_place_like = Il n'y a pas de lieu « { $place } » sur ce plateau ; s'agit-il de « { $nearest } » ?
    .unknown_item = Il n'y a ni destination, ni carte, ni champ d'événement « { $item } » sur ce plateau.
    .needed = Il faut { $parameter }, de 1 à { $max } caractères.
    .endless = Un flux dure autant que la partie ; il n'accepte pas { $parameter }.
    .message = Le message est illisible : { $problem }
    .no_user = L'interaction ne nomme personne.
    .no_channel = L'interaction ne nomme aucun salon.
    .interaction_type = Ce service n'utilise pas les interactions de cette sorte.
    .which_seat = Vous avez plusieurs places ; donnez l'une d'elles dans `seat`.
    .which_game = Il faut une partie, parmi celles du webhook.
problem-unknown_parameter = Cet appel n'a pas de paramètre de ce nom.
    .detail = Cet appel n'a pas de paramètre « { $parameter } » ; il accepte { $accepted }.
    .takes_none = Cet appel n'a pas de paramètre « { $parameter } » ; il n'en accepte aucun.
problem-method_not_allowed = Cette adresse n'accepte pas cette méthode.
problem-not_acceptable = Aucun des types de média que vous acceptez n'est disponible.
    .detail = Ceci est disponible en { $offered }.
problem-too_large = La requête est trop grande.
problem-unsupported_media_type = Le corps n'est pas d'un type de média que cet appel accepte.
    .detail = Le corps s'envoie en { $expected }.
problem-precondition_required = Envoyez If-Match avec la version sur laquelle vous avez décidé, ou une Idempotency-Key, ou les deux.
problem-idempotency_key_reused = Cette Idempotency-Key a servi à une autre requête.
    .erased = Le joueur que cette Idempotency-Key a créé a été effacé.

## tokens

problem-token_missing = Cet appel demande un jeton (bearer token).
    .not_a_player = Seul un joueur a une place à lui.
problem-token_invalid = Ce jeton n'est pas valable ici.
    .passed_on = La place est passée à quelqu'un d'autre, et ce jeton ne vaut plus.
    .not_bearer = Un jeton s'envoie dans l'en-tête Authorization, après le mot Bearer.
    .mistyped = Ce n'est pas un jeton : il y manque un caractère, ou l'un d'eux est faux. Copiez-le de nouveau.
    .other_game = Ce jeton est celui d'une autre partie.
    .invite_used = Cette invitation a déjà servi, et ne vaut que pour une personne : demandez-en une autre à l'hôte.
    .invite_withdrawn = Cette invitation a été retirée : demandez-en une autre à l'hôte.
    .invite_gone = Cette invitation a déjà servi ou a été retirée : demandez-en une autre à l'hôte.
    .revoked = Ce jeton a été révoqué : connectez-vous de nouveau, ou demandez-en un autre.
    .expired = Ce jeton a expiré : demandez-en un autre.
problem-signature_invalid = La signature de ce message est fausse.
    .secret = Le jeton secret de ce message est faux.
    .too_old = Ce message est trop ancien.
    .answered_before = Ce message a déjà reçu une réponse.
problem-forbidden = Le jeton ne le permet pas.
    .never_talks = Une invitation ne dit rien ; rejoignez d'abord la partie.
    .talk_closed = L'exploitant a fermé cette table.
    .muted = L'hôte a coupé la parole à votre place.
    .channel = Vous n'entendez pas le canal { $channel }.
    .not_the_author = Seuls son auteur, l'hôte ou l'exploitant effacent un message.
    .who_mutes = Seules les places et l'hôte peuvent couper la parole.
    .seat_only = Seul le jeton d'une place joue.
    .own_token_only = Une place ne renouvelle que son propre jeton.
    .host_only = Seul l'hôte peut le faire.
    .player_only = Seul le jeton d'un joueur peut le faire.
    .operator_only = Seul le jeton du service peut le faire.
    .auditor_only = Seul le vérificateur voit cela, une fois la partie terminée.
    .another_seat = Ce jeton est celui d'une autre place.
    .other_roles = Ceci est réservé à : { $roles }.
    .never_acts = Un jeton de cette sorte n'agit jamais : { $role }.
    .invite_only_joins = Une invitation ne sert qu'à s'asseoir.
    .no_invite = Ce jeton n'est pas une invitation.
    .not_invited = Cette table est pour les personnes invitées.
    .player_seat = La place d'un joueur n'a pas de jeton à elle.
    .webhook_of_player = Un webhook appartient à un jeton de la partie.
    .who_invites = Seuls l'hôte et les joueurs invitent.
    .erasure = Seul le jeton de la place ou celui de l'hôte efface ses occupants.
    .built_in = Ce plateau vient avec le jeu.
    .scope = Ce jeton n'a pas la portée { $scope }.
problem-suspended = L'exploitant de ce service vous a suspendu : vous pouvez regarder, exporter et effacer vos données.

## what is not there

problem-not_found = Il n'y a rien ici.
problem-game_not_found = Cette partie n'existe pas, ou vous ne pouvez pas la voir.
problem-player_not_found = Il n'y a pas de joueur de ce nom, ou il ne souhaite pas être vu.
problem-board_not_found = Il n'y a pas de plateau de ce nom.
    .detail = Il y a ces plateaux : { $boards }.
problem-message_not_found = Ce message n'existe pas, ou vous ne pouvez pas le voir.
problem-report_not_found = Ce signalement n'existe pas, ou il est clos.
problem-webhook_not_found = Ce webhook n'existe pas, ou n'est pas le vôtre.
problem-link_not_found = Ce lien n'existe pas : il a servi, a expiré, ou n'a jamais été.
problem-token_not_found = Vous n'avez pas de tel jeton.
problem-passkey_not_found = Vous n'avez pas cette clé d'accès.
problem-cursor_expired = C'est trop ancien : regardez vos parties, puis suivez-les à partir de maintenant.
problem-version_not_reached = La partie n'a pas atteint cette version.
    .detail = La partie en est à la version { $version }.
problem-not_scored_yet = La partie n'a pas encore de score final.

## what is in the way

problem-answered_before = Ce message a déjà reçu une réponse ; rien n'a été refait.
problem-seat_taken = La place est prise.
problem-already_seated = Vous avez une place à cette table.
problem-not_over_yet = La partie n'est pas encore terminée.
problem-rematch_exists = Il y a déjà une revanche.
problem-no_seat_open = Cette place n'est pas ouverte, ou la partie a commencé.
problem-game_exists = Une autre partie de ce nom existe ici.
problem-board_name_taken = Un plateau qui vient avec le jeu porte ce nom ; choisissez-en un autre.
    .detail = Un plateau qui vient avec le jeu s'appelle « { $board } » ; choisissez un autre nom.
problem-too_many_webhooks = Ce jeton a autant de webhooks que possible ; supprimez-en un.
    .detail = Ce jeton a { $most } webhooks et ne peut en avoir plus ; supprimez-en un.
problem-too_many_tokens = Ce joueur a autant de jetons que possible ; supprimez-en un.
    .detail = Ce joueur a { $most } jetons et ne peut en avoir plus ; supprimez-en un.
problem-too_many_passkeys = Vous avez autant de clés d'accès que possible ; retirez-en une.
    .detail = Vous avez { $most } clés d'accès, et ne pouvez pas en avoir plus ; retirez-en une.
problem-too_many_lobbies = Trop de parties de cette adresse attendent des joueurs ; commencez-en ou abandonnez-en une.
    .detail = { $most } parties de cette adresse attendent des joueurs, et c'est le maximum ; commencez-en ou abandonnez-en une.
problem-stale_version = La partie a avancé ; regardez et décidez de nouveau.
    .detail = La partie en est maintenant à la version { $version } ; regardez et décidez de nouveau.

## what cannot be carried out

problem-hints_off = Les parties classées se jouent sans conseils.
problem-not_rateable = Seules les parties entre joueurs différents, ou contre des bots, peuvent être classées.
    .guest = Les personnes invitées n'ont pas de classement : omettez le nom de la place, et un joueur la prendra avec une invitation.
    .alone = On n'est pas classé contre soi-même : prenez une seule place.
problem-join_refused = Une personne invitée vient avec une invitation comme jeton et un nom ; un joueur, avec une invitation ou une place.
    .own_name = Un joueur s'assoit sous son propre nom.
    .invite_as_token = L'invitation s'envoie comme jeton, avec un nom dans le corps.
    .rated = Cette partie est classée : venez en tant que joueur, avec le jeton d'un joueur.
problem-channel_not_found = Vous n'avez pas ce canal.
problem-feed_key_not_found = Ce flux n'existe pas : sa clé a été révoquée, ou n'en a jamais été une.
problem-too_many_channels = Vous avez atteint le nombre maximal de canaux : supprimez-en un d'abord.
problem-too_many_feed_keys = Vous avez atteint le nombre maximal de clés de flux : révoquez-en une d'abord.
problem-address_not_confirmed = Vous n'avez pas encore d'adresse confirmée.
problem-code_refused = Ce code ne confirme pas le canal ; il a peut-être expiré.
problem-push_keys_refused = Ce ne sont pas les clés d'un abonnement de navigateur.
problem-mail_off = Ce service n'envoie pas de courriel : aucun serveur de messagerie n'est configuré.
problem-chat_off = Ce service n'écrit dans aucun salon : aucun n'est configuré.
problem-address_refused = Aucun courriel ne peut être envoyé à cette adresse.
problem-passkey_refused = Cette clé d'accès ne prouve pas qui vous êtes.
    .challenge = Ce défi a déjà reçu sa réponse, a expiré, ou n'a jamais été ; recommencez.
problem-passkeys_off = Les clés d'accès demandent un domaine : ce service est joint par un numéro.
problem-url_refused = On n'envoie pas de webhooks à cette adresse.
    .form = Il faut une adresse de la forme https://nom/chemin.
    .https = Seul https est permis, sur le port 443 ou 8443.
    .not_public = Ce n'est pas une adresse du réseau public.
problem-record_refused = Ce n'est pas l'enregistrement vérifiable d'une partie terminée.
    .unknown_board = La partie a été jouée sur un plateau que ce service n'a pas.
    .partial = C'est ce qu'une seule personne a vu ; seul un enregistrement complet peut être repris.
    .name = Une partie se nomme par 16 chiffres hexadécimaux.
    .findings = L'enregistrement ne se vérifie pas : { $problem }
problem-clock_defect = Aucune partie ne peut se jouer avec cette horloge.
    .detail = Ces réglages de l'horloge ne conviennent pas : { $pointers }.
problem-unknown_board = Il n'y a pas de plateau de ce nom pour jouer.
    .detail = Il n'y a pas de plateau « { $board } » ; il y a { $choices }.
problem-players_out_of_range = Le plateau n'est pas pour ce nombre de joueurs.
    .detail = Ce plateau est pour { $min } à { $max } joueurs.
problem-unknown_option = Le plateau n'a pas cette option, ou pas ce choix.
    .no_option = Ce plateau n'a pas d'option « { $option } » ; il a : { $choices }.
    .no_choice = L'option « { $option } » est l'un de : { $choices }.
problem-board_defect = Aucune partie ne peut se jouer avec ces réglages.
    .detail = Aucune partie ne peut se jouer avec ces réglages : { $problem }
problem-board_refused = On ne peut pas jouer avec ce fichier de plateau ; `facts.defects` dit ce qui ne va pas, et où.
    .detail = On ne peut pas jouer avec ce fichier de plateau : { $problem }
problem-rules_version_unsupported = La partie a commencé sous des règles que ce service ne joue plus ; on peut encore la lire.
problem-wrong_number_of_tickets = Ce n'est pas le bon nombre de cartes Destination.
problem-entropy_invalid = Ce que vous ajoutez au mélange est trop long.

## later

problem-too_many_requests = Trop de requêtes ; revenez après le temps indiqué par Retry-After.
    .detail = Trop de requêtes ; revenez dans { $retry_after_seconds } s.
    .costly = Ceci demande beaucoup de travail, et vous en avez déjà demandé beaucoup ; revenez dans { $retry_after_seconds } s.
    .incomplete = Des requêtes précédentes de cette adresse ne sont pas complètes ; revenez dans { $retry_after_seconds } s.
    .mail = Tant de courriels ont été demandés depuis une heure qu'il n'y en aura plus pendant un moment.
problem-bodies_exhausted = Trop de requêtes ne sont pas encore complètes ; revenez après le temps indiqué par Retry-After.
problem-pictures_exhausted = Trop d'images sont en train d'être dessinées ; revenez après le temps indiqué par Retry-After.
problem-picture_not_ready = La carte de ce plateau est dessinée pour la première fois ; revenez après le temps indiqué par Retry-After.
problem-streams_exhausted = Tous les flux d'événements sont occupés ; revenez après le temps indiqué par Retry-After.
problem-store_unavailable = La base ne répond pas ; on ne sait pas si ceci a été fait. Répétez la requête.
    .private_answer = La réponse privée ne peut pas être envoyée pour le moment.
    .being_answered = Le même message est en train de recevoir une réponse.
    .not_ready = On ne peut pas écrire dans la base : { $problem }.
problem-writes_refused = La base n'accepte pas d'écriture pour le moment ; son disque est peut-être plein. Rien n'a changé, et la lecture continue.
problem-not_replicated = Trop peu de répliques ont ce qui a été écrit. Un changement de partie a été fait : répétez la requête avec son Idempotency-Key jusqu'à confirmation, ou voyez dans `facts` à quelle version il a mené.
    .detail = { $replicas } répliques sur { $needed } ont ce qui a été écrit ; répétez la requête avec son Idempotency-Key jusqu'à confirmation.
problem-internal_error = Le service a échoué ; l'identifiant de la requête désigne l'échec dans son journal.

## parts of a body

invalid-required = Ceci est nécessaire.
invalid-null = Ceci ne peut pas être null.
invalid-unknown_field = Il n'y a pas de tel champ ici.
invalid-invalid = Cette valeur ne convient pas ici.
invalid-not_an_object = Ceci est un objet.
invalid-not_an_array = Ceci est un tableau.
invalid-not_a_string = Ceci est une chaîne.
invalid-not_an_integer = Ceci est un nombre entier.
invalid-not_a_number = Ceci est un nombre.
invalid-not_a_boolean = Ceci est true ou false.
invalid-pattern = Ceci ne correspond pas à { $pattern }.
invalid-too_short = C'est trop court : au moins { $min }.
invalid-too_long = C'est trop long : au plus { $max }.
invalid-too_small = C'est trop petit : au moins { $min }.
invalid-too_large = C'est trop grand : au plus { $max }.
invalid-one_of = Ceci est l'un de : { $choices }.
    .nearest = S'agit-il de « { $nearest } » ? Ceci est l'un de : { $choices }.
invalid-own_name = Vous prenez place sous votre propre nom.
invalid-not_an_order = Nommez chaque ancienne place une fois.
invalid-own_person = Vous prenez place en personne, pas comme robot.
invalid-passed = Ce moment est passé.
invalid-unknown_zone = Ce fuseau horaire est inconnu.
invalid-only_daily = Une horloge quotidienne a une heure, et aucune autre n'en a.
invalid-only_bank = Seule une réserve de temps a un incrément.
invalid-quiet_hours = Les heures calmes ont un début et une fin, et laissent quatre heures par jour.
invalid-within_quiet_hours = C'est pendant les heures calmes.

## whether to repeat a request

repeat-later = La même requête peut réussir plus tard, sans aucun changement.
repeat-look = Rien n'a été fait. L'en-tête Link mène aux événements que vous n'avez pas vus.
repeat-never = La même requête ne réussira jamais telle quelle.
repeat-wait = Attendez le temps indiqué par Retry-After, puis répétez la requête avec la même Idempotency-Key.
