SELECT * FROM (
  select hour(creation_date) h, count(*), avg(length)
  from message
  group by 1
  order by 1
) AS t (h, n, a);
