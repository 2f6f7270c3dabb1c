SELECT * FROM (
  select m.creator_id p, count(*) n
  from message m join likes l on l.message_id=m.id
  group by 1
  order by n desc, p limit 20
) AS t (p, n);
