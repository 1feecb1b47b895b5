"""The operator's and the clock's door: commands that choose rows and hand over to an action."""
