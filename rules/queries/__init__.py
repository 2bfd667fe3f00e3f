"""What pages of the rules wiki show: frozen values, ready for templates."""
