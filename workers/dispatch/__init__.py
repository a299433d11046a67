"""The dispatcher: reads the feeds and queues what games need."""
