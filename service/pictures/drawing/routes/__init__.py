"""What is drawn along routes: spaces and trains, plates with their letters, and the gaps of failed tickets."""
