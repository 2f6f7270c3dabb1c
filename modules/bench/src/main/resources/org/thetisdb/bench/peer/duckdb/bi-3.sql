WITH RECURSIVE moderated AS (
  SELECT forum.id, forum.title, forum.creation_date, forum.moderator_id
  FROM country
  JOIN city ON city.country_id = country.id
  JOIN person ON person.city_id = city.id
  JOIN forum ON forum.moderator_id = person.id
  WHERE country.name = $country
), thread AS (
  SELECT post.id AS message_id, post.forum_id
  FROM moderated
  JOIN post ON post.forum_id = moderated.id
  UNION ALL
  SELECT comment.id, thread.forum_id
  FROM thread
  JOIN comment ON comment.parent_id = thread.message_id
), relevant AS (
  SELECT DISTINCT message_tag.message_id
  FROM tag_class
  JOIN tag ON tag.tag_class_id = tag_class.id
  JOIN message_tag ON message_tag.tag_id = tag.id
  WHERE tag_class.name = $tagClass
)
SELECT moderated.id AS forumId,
       moderated.title AS forumTitle,
       moderated.creation_date AS forumDate,
       moderated.moderator_id AS moderatorId,
       count(*) AS messageCount
FROM thread
JOIN relevant ON relevant.message_id = thread.message_id
JOIN moderated ON moderated.id = thread.forum_id
GROUP BY ALL
ORDER BY messageCount DESC, forumId
LIMIT 20
