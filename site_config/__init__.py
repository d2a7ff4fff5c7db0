"""How this installation is configured: settings, addresses, the WSGI entry."""
