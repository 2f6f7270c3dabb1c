SELECT * FROM (
  select id
  from post
  order by length, id limit 10 offset 500000
) AS t (id);
