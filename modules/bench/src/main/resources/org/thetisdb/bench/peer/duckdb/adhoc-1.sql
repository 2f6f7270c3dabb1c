SELECT * FROM (
  select left(content,2) k, count(*) n, avg(length) a
  from message
  where content is not null
  group by 1
  order by n desc, k limit 20
) AS t (k, n, a);
