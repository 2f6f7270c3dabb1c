SELECT * FROM (
  select a.name a, b.name b, count(*) n
  from message_tag x join message_tag y on x.message_id=y.message_id join tag a on a.id=x.tag_id join tag b on b.id=y.tag_id
  where a.name<b.name
  group by all
  order by n desc,a,b limit 10
) AS t (a, b, n);
