SELECT * FROM (
  select l, count(*) n
  from (select unnest(languages) l
  from person)
  group by 1
  order by n desc, l
) AS t (l, n);
