WITH written AS (
  SELECT 'A' AS side, message.creator_id AS person_id, count(*) AS message_count
  FROM tag
  JOIN message_tag ON message_tag.tag_id = tag.id
  JOIN message ON message.id = message_tag.message_id
  WHERE tag.name = $tagA
    AND message.creation_date >= $dateA AND message.creation_date < $dateA + INTERVAL 1 DAY
  GROUP BY message.creator_id
  UNION ALL
  SELECT 'B', message.creator_id, count(*)
  FROM tag
  JOIN message_tag ON message_tag.tag_id = tag.id
  JOIN message ON message.id = message_tag.message_id
  WHERE tag.name = $tagB
    AND message.creation_date >= $dateB AND message.creation_date < $dateB + INTERVAL 1 DAY
  GROUP BY message.creator_id
), befriended AS (
  SELECT written.side, written.person_id, count(*) AS friend_count
  FROM written
  JOIN knows ON knows.person1_id = written.person_id
  JOIN written AS friend ON friend.person_id = knows.person2_id AND friend.side = written.side
  GROUP BY written.side, written.person_id
), apart AS (
  SELECT written.side, written.person_id, written.message_count
  FROM written
  LEFT JOIN befriended ON befriended.side = written.side AND befriended.person_id = written.person_id
  WHERE coalesce(befriended.friend_count, 0) <= $maxKnowsLimit
)
SELECT a.person_id AS personId, a.message_count AS messageCountA, b.message_count AS messageCountB
FROM apart AS a
JOIN apart AS b ON b.person_id = a.person_id
WHERE a.side = 'A' AND b.side = 'B'
ORDER BY messageCountA + messageCountB DESC, personId
LIMIT 20
