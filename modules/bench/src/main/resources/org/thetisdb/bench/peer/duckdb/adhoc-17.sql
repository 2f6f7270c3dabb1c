SELECT * FROM (
  select *
  from (select t.name, (select count(*)
  from post_tag x
  where x.tag_id=t.id) a, (select count(*)
  from person_tag y
  where y.tag_id=t.id) b
  from tag t)
  order by a+b desc, 1 limit 10
) AS t (t, posts, persons);
