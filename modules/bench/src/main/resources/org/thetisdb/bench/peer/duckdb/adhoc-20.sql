SELECT * FROM (
  select count(*)
  from message
  where id%1000003 in (1,7,77,777,7777,77777)
) AS t (n);
