SELECT * FROM (
  select message_id m, count(*) n
  from likes
  group by 1
  order by n desc, m limit 20
) AS t (m, n);
