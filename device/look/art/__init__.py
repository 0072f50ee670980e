"""Where the pictures on the cards come from; nothing here runs in play.

`scripts/render-sheets` draws every card with these modules into the sheets beside them, and the
game only reads the sheets. Nothing is left to a graphics library, so the same source gives the
same pixels everywhere.
"""
