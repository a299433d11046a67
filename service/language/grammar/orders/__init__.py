"""Standing orders in words: the clauses of an order, and the sentence that they make."""
