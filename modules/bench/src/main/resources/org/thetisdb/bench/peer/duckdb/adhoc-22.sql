SELECT * FROM (
  select count(*), sum(n)
  from (select creator_id, country_id, count(*) n
  from message
  group by 1,2 having count(*)>100)
) AS t (k, s);
