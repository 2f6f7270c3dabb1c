SELECT * FROM (
  select count(*), min(length), max(length)
  from message
  where content like '%war%'
) AS t (n, lo, hi);
