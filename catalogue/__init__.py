"""The catalogue: from source files to pages. ARCHITECTURE.md is its floor plan."""
