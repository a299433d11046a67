"""Mail: letters to people, kept in an outbox until the operator's mail server has accepted them.

Without `TTR_SMTP_URL` there is no mail, and every call that needs it says so (`mail_off`).
"""
