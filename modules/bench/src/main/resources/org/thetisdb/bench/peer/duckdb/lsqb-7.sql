SELECT count(*) AS matches
FROM message
JOIN message_tag ON message_tag.message_id = message.id
LEFT JOIN likes ON likes.message_id = message.id
LEFT JOIN comment AS reply ON reply.parent_id = message.id
