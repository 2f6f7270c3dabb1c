WITH close AS (
  SELECT person_id, sum(points) AS score
  FROM (
    SELECT person_tag.person_id, 100 AS points
    FROM tag
    JOIN person_tag ON person_tag.tag_id = tag.id
    WHERE tag.name = $tag
    UNION ALL
    SELECT message.creator_id, 1
    FROM tag
    JOIN message_tag ON message_tag.tag_id = tag.id
    JOIN message ON message.id = message_tag.message_id
    WHERE tag.name = $tag AND message.creation_date > $startDate AND message.creation_date < $endDate
  )
  GROUP BY person_id
)
SELECT close.person_id AS personId, close.score, coalesce(sum(friend.score), 0) AS friendsScore
FROM close
LEFT JOIN (knows JOIN close AS friend ON friend.person_id = knows.person2_id) ON knows.person1_id = close.person_id
GROUP BY close.person_id, close.score
ORDER BY close.score + friendsScore DESC, personId
LIMIT 100
