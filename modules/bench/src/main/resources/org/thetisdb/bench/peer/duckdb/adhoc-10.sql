SELECT * FROM (
  select count(*)
  from likes l join message m on m.id=l.message_id
  where m.creator_id=l.person_id
) AS t (n);
