SELECT * FROM (
  select creator_id p, epoch_ms(max(creation_date)) l
  from message
  group by 1
  order by l desc, p limit 20
) AS t (p, l);
