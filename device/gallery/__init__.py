"""`koikoi gallery`: every screen in telling states, made from fixed seeds and positions.

`rounds` says how the cards lie, `states` which screens are shown, `folder` writes them as pictures.
"""
