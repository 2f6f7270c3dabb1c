SELECT * FROM (
  select count(*), max(epoch_ms(c.creation_date)-epoch_ms(p.creation_date)), avg(epoch_ms(c.creation_date)-epoch_ms(p.creation_date))
  from comment c join post p on p.id=c.parent_post_id
) AS t (n, worst, mean);
