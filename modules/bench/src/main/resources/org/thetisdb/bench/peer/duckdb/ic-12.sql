WITH RECURSIVE class(id) AS (
  SELECT id FROM tag_class WHERE name = $tagClassName
  UNION ALL
  SELECT tag_class.id FROM class JOIN tag_class ON tag_class.parent_id = class.id
)
SELECT person.id AS friendId,
       person.first_name AS firstName,
       person.last_name AS lastName,
       list(DISTINCT tag.name ORDER BY tag.name) AS tagNames,
       count(DISTINCT reply.id) AS replyCount
FROM knows
JOIN person ON person.id = knows.person2_id
JOIN comment AS reply ON reply.creator_id = person.id
JOIN post_tag ON post_tag.message_id = reply.parent_post_id
JOIN tag ON tag.id = post_tag.tag_id
JOIN class ON class.id = tag.tag_class_id
WHERE knows.person1_id = $personId
GROUP BY person.id, person.first_name, person.last_name
ORDER BY replyCount DESC, friendId
LIMIT 20
