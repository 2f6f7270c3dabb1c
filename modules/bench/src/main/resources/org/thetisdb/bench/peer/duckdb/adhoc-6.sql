SELECT * FROM (
  select browser_used, count(distinct content)
  from comment
  group by 1
  order by 1
) AS t (b, n);
