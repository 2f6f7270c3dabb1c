WITH RECURSIVE top_forum AS (
  SELECT forum_id
  FROM (
    SELECT forum.id AS forum_id, count(*) AS following
    FROM forum
    JOIN forum_person ON forum_person.forum_id = forum.id
    JOIN person ON person.id = forum_person.person_id
    JOIN city ON city.id = person.city_id
    WHERE forum.creation_date > $date
    GROUP BY forum.id, city.country_id
  )
  GROUP BY forum_id
  ORDER BY max(following) DESC, forum_id
  LIMIT 100
), thread AS (
  SELECT post.id AS message_id, post.creator_id
  FROM top_forum
  JOIN post ON post.forum_id = top_forum.forum_id
  UNION ALL
  SELECT comment.id, comment.creator_id
  FROM thread
  JOIN comment ON comment.parent_id = thread.message_id
), member AS (
  SELECT DISTINCT forum_person.person_id
  FROM top_forum
  JOIN forum_person ON forum_person.forum_id = top_forum.forum_id
)
SELECT person.id AS personId,
       person.first_name AS firstName,
       person.last_name AS lastName,
       person.creation_date AS creationDate,
       count(thread.message_id) AS messageCount
FROM member
JOIN person ON person.id = member.person_id
LEFT JOIN thread ON thread.creator_id = person.id
GROUP BY ALL
ORDER BY messageCount DESC, personId
LIMIT 100
