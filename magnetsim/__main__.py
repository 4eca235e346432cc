"""`python -m magnetsim`: the command line."""

from magnetsim.cli import main

if __name__ == "__main__":
    main()
