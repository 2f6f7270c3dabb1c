WITH RECURSIVE thread AS (
  SELECT $messageId::BIGINT AS message_id
  UNION ALL
  SELECT comment.parent_id
  FROM thread
  JOIN comment ON comment.id = thread.message_id
)
SELECT forum.id AS forumId,
       forum.title AS forumTitle,
       person.id AS moderatorId,
       person.first_name AS moderatorFirstName,
       person.last_name AS moderatorLastName
FROM thread
JOIN post ON post.id = thread.message_id
JOIN forum ON forum.id = post.forum_id
JOIN person ON person.id = forum.moderator_id
