SELECT person.id AS replierId,
       person.first_name AS firstName,
       person.last_name AS lastName,
       reply.creation_date AS replyDate,
       reply.id AS replyId,
       reply.content AS replyText
FROM message
JOIN comment AS reply ON reply.parent_id = message.id
JOIN person ON person.id = reply.creator_id
WHERE message.creator_id = $personId
ORDER BY replyDate DESC, replyId
LIMIT 20
