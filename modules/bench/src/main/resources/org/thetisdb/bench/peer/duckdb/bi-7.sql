SELECT related.name AS tagName, count(DISTINCT reply.id) AS replyCount
FROM tag AS given
JOIN message_tag ON message_tag.tag_id = given.id
JOIN comment AS reply ON reply.parent_id = message_tag.message_id
JOIN comment_tag ON comment_tag.message_id = reply.id
JOIN tag AS related ON related.id = comment_tag.tag_id
ANTI JOIN comment_tag AS same ON same.message_id = reply.id AND same.tag_id = given.id
WHERE given.name = $tag
GROUP BY related.id, related.name
ORDER BY replyCount DESC, tagName
LIMIT 100
