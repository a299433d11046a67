### Courriels aux joueurs à propos de leur compte

mail-confirm = Bonjour,

    quelqu'un, sans doute vous, a indiqué cette adresse pour le joueur { $handle }. Pour la confirmer, ouvrez ce lien dans les 15 minutes et appuyez sur le bouton :

    { $url }

    Si ce n'était pas vous, ne faites rien : l'adresse ne servira pas.
    .subject = Confirmez votre adresse
mail-sign_in = Bonjour,

    quelqu'un, sans doute vous, veut se connecter avec cette adresse. Ouvrez le lien dans les 15 minutes et appuyez sur le bouton. Il sert une seule fois.

    { $links }

    Si ce n'était pas vous, ne faites rien : personne n'entre sans ce courriel.
    .subject = Connexion
    .link = { $name } ({ $handle }) : { $url }
