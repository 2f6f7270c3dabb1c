WITH fan AS (
  SELECT DISTINCT message.creator_id AS author_id, likes.person_id
  FROM tag
  JOIN message_tag ON message_tag.tag_id = tag.id
  JOIN message ON message.id = message_tag.message_id
  LEFT JOIN likes ON likes.message_id = message.id
  WHERE tag.name = $tag
), popularity AS (
  SELECT message.creator_id AS person_id, count(*) AS like_count
  FROM (SELECT DISTINCT person_id FROM fan) AS liker
  JOIN message ON message.creator_id = liker.person_id
  JOIN likes ON likes.message_id = message.id
  GROUP BY message.creator_id
)
SELECT fan.author_id AS personId, coalesce(sum(popularity.like_count), 0) AS authority
FROM fan
LEFT JOIN popularity ON popularity.person_id = fan.person_id
GROUP BY fan.author_id
ORDER BY authority DESC, personId
LIMIT 100
