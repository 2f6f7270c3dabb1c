SELECT * FROM (
  select count(*)
  from forum_person fp
  where not exists (select 1
  from post p
  where p.forum_id=fp.forum_id and p.creator_id=fp.person_id)
) AS t (n);
