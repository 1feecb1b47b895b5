"""What people hand in, one file a page; validation that a form can do by itself."""
