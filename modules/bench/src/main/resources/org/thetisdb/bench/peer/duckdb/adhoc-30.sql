SELECT * FROM (
  select first_name f, count(*) n
  from person
  where lower(first_name) like 'jo%'
  group by 1
  order by n desc, f
) AS t (f, n);
