SELECT * FROM (
  select case when length<40 then 'short' when length<80 then 'one' when length<160 then 'tweet' else 'long' end k, count(*)
  from message
  group by 1
  order by 1
) AS t (k, n);
