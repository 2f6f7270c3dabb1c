SELECT * FROM (
  select count(*), sum(length)
  from message
  where length*3+7>400 and length%5=2
) AS t (n, s);
