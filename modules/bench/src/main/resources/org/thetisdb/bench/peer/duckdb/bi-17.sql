WITH RECURSIVE tagged AS (
  SELECT message.id, message.creator_id, message.creation_date, message.parent_id
  FROM tag
  JOIN message_tag ON message_tag.tag_id = tag.id
  JOIN message ON message.id = message_tag.message_id
  WHERE tag.name = $tag
), thread AS (
  SELECT id AS message_id, id AS ancestor_id FROM tagged
  UNION ALL
  SELECT thread.message_id, comment.parent_id
  FROM thread
  JOIN comment ON comment.id = thread.ancestor_id
), placed AS (
  SELECT tagged.*, post.forum_id
  FROM tagged
  JOIN thread ON thread.message_id = tagged.id
  JOIN post ON post.id = thread.ancestor_id
), mention AS (
  SELECT creator_id AS author_id, forum_id, min(creation_date) AS first_date
  FROM placed
  GROUP BY creator_id, forum_id
)
SELECT mention.author_id AS personId, count(DISTINCT echo.id) AS messageCount
FROM mention
JOIN forum_person AS reader ON reader.forum_id = mention.forum_id
JOIN placed AS echo ON echo.creator_id = reader.person_id
JOIN placed AS answer ON answer.parent_id = echo.id
JOIN forum_person AS responder
  ON responder.forum_id = mention.forum_id AND responder.person_id = answer.creator_id
WHERE echo.creation_date > mention.first_date + to_hours($delta)
  AND echo.forum_id <> mention.forum_id
  AND answer.creator_id <> echo.creator_id
  AND NOT EXISTS (
    FROM forum_person AS member
    WHERE member.forum_id = echo.forum_id AND member.person_id = mention.author_id
  )
GROUP BY mention.author_id
ORDER BY messageCount DESC, personId
LIMIT 10
