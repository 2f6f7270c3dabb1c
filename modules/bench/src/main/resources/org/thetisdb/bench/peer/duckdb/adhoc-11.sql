SELECT * FROM (
  with k as (select person1_id a, person2_id b
  from knows) select count(*)
  from likes l join message m on m.id=l.message_id join k on k.a=l.person_id and k.b=m.creator_id
) AS t (n);
