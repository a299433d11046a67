### Mails to players about their account

mail-confirm = Hello,

    somebody, most likely you, has entered this address for the player { $handle }. To confirm it, open this link within 15 minutes and press the button there:

    { $url }

    If it was not you, do nothing: the address will not be used.
    .subject = Confirm your address
mail-sign_in = Hello,

    somebody, most likely you, wants to sign in with this address. Open the link within 15 minutes and press the button there. It works once.

    { $links }

    If it was not you, do nothing: nobody gets in without this mail.
    .subject = Sign in
    .link = { $name } ({ $handle }): { $url }
