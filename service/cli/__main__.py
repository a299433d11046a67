"""`python -m service.cli` is `ttr`."""

from service.cli import main

if __name__ == "__main__":
    main()
