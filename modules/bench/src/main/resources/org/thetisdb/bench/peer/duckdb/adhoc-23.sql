SELECT * FROM (
  select id, content, length
  from message
  order by length desc, id limit 100
) AS t (id, c, l);
