"""Skeletons of boards and rules: what `ttr boards new` and `ttr rules new` write, ready to be played and tested."""
