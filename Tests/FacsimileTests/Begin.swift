// begins
