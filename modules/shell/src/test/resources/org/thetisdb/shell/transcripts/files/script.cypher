RETURN 1 AS one;

RETURN
  two;
