"""What looks and answers speak of, looked up in the table and its history."""
