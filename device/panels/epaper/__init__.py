"""E-paper panels, driven through their maker's own driver."""
