SELECT * FROM (
  select count(*)
  from forum f
  where not exists (select 1
  from post p
  where p.forum_id=f.id)
) AS t (n);
