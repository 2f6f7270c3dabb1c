SELECT * FROM (
  select id%500009 k, count(*) n, sum(length) s
  from message
  group by 1
  order by n desc,k limit 10
) AS t (k, n, s);
