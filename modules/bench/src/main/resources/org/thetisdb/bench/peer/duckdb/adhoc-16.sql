SELECT * FROM (
  select count(*)
  from comment c join message m on m.id=c.parent_id
  where not exists (select 1
  from likes l
  where l.person_id=c.creator_id and l.message_id=m.id)
) AS t (n);
