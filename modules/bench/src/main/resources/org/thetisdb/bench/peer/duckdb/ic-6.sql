WITH contact AS (
  SELECT person2_id AS person_id FROM knows WHERE person1_id = $personId
  UNION
  SELECT far.person2_id
  FROM knows AS near
  JOIN knows AS far ON far.person1_id = near.person2_id
  WHERE near.person1_id = $personId AND far.person2_id <> $personId
)
SELECT companion.name AS tagName, count(*) AS postCount
FROM contact
JOIN post ON post.creator_id = contact.person_id
JOIN post_tag AS given_tag ON given_tag.message_id = post.id
JOIN tag AS given ON given.id = given_tag.tag_id
JOIN post_tag AS companion_tag ON companion_tag.message_id = post.id
JOIN tag AS companion ON companion.id = companion_tag.tag_id
WHERE given.name = $tagName AND companion.name <> $tagName
GROUP BY companion.id, companion.name
ORDER BY postCount DESC, tagName
LIMIT 10
