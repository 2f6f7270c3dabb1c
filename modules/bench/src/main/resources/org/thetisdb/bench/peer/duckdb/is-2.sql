WITH RECURSIVE newest AS (
  SELECT id, coalesce(content, image_file) AS text, creation_date
  FROM message
  WHERE creator_id = $personId
  ORDER BY creation_date DESC, id DESC
  LIMIT 10
), thread AS (
  SELECT id AS message_id, id AS ancestor_id FROM newest
  UNION ALL
  SELECT thread.message_id, comment.parent_id
  FROM thread
  JOIN comment ON comment.id = thread.ancestor_id
)
SELECT newest.id AS messageId,
       newest.text AS messageText,
       newest.creation_date AS messageDate,
       post.id AS openingPostId,
       person.id AS openerId,
       person.first_name AS openerFirstName,
       person.last_name AS openerLastName
FROM newest
JOIN thread ON thread.message_id = newest.id
JOIN post ON post.id = thread.ancestor_id
JOIN person ON person.id = post.creator_id
ORDER BY messageDate DESC, messageId DESC
