SELECT * FROM (
  select browser_used b, year(creation_date) y, month(creation_date) mo, count(*) n
  from post
  group by all
  order by 1,2,3
) AS t (b, y, mo, n);
