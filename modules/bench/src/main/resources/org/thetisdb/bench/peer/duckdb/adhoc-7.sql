SELECT * FROM (
  select p.forum_id f, count(*) n
  from post p join comment c on c.parent_post_id=p.id
  group by 1
  order by n desc, f limit 10
) AS t (f, n);
