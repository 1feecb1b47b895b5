"""How values are shown: tags and filters that every template may use without loading them."""
