SELECT count(*) AS matches
FROM message
JOIN message_tag ON message_tag.message_id = message.id
JOIN likes ON likes.message_id = message.id
JOIN comment AS reply ON reply.parent_id = message.id
