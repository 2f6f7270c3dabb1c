WITH contact AS (
  SELECT person2_id AS person_id FROM knows WHERE person1_id = $personId
  UNION
  SELECT far.person2_id
  FROM knows AS near
  JOIN knows AS far ON far.person1_id = near.person2_id
  WHERE near.person1_id = $personId AND far.person2_id <> $personId
), joined AS (
  SELECT forum_person.forum_id, forum_person.person_id
  FROM contact
  JOIN forum_person ON forum_person.person_id = contact.person_id
  WHERE forum_person.creation_date > $minDate
), ranked AS (
  SELECT joined.forum_id, count(post.id) AS post_count
  FROM joined
  LEFT JOIN post ON post.forum_id = joined.forum_id AND post.creator_id = joined.person_id
  GROUP BY joined.forum_id
  ORDER BY post_count DESC, joined.forum_id
  LIMIT 20
)
SELECT forum.title AS forumTitle, ranked.post_count AS postCount
FROM ranked
JOIN forum ON forum.id = ranked.forum_id
ORDER BY postCount DESC, forum.id
