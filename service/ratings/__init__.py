"""What becomes of many games: ratings, reliability, statistics of boards. All of it follows from games."""
