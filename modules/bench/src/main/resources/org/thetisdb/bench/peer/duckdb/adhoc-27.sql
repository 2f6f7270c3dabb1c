SELECT * FROM (
  with recursive r(id,d) as (select id,1
  from comment
  where parent_post_id is not null union all select c.id,d+1
  from r join comment c on c.parent_comment_id=r.id
  where d<4) select d,count(*)
  from r
  group by 1
  order by 1
) AS t (d, n);
