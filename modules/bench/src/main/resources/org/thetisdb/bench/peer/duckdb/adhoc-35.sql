SELECT * FROM (
  select count(*), max(n)
  from (select location_ip, count(*) n
  from post
  group by 1 having count(*)>50)
) AS t (k, m);
