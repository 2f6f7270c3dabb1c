SELECT reply.id AS replyId,
       reply.content AS replyText,
       reply.creation_date AS replyDate,
       person.id AS replierId,
       person.first_name AS replierFirstName,
       person.last_name AS replierLastName,
       EXISTS (
         FROM knows WHERE knows.person1_id = person.id AND knows.person2_id = message.creator_id
       ) AS knowsAuthor
FROM message
JOIN comment AS reply ON reply.parent_id = message.id
JOIN person ON person.id = reply.creator_id
WHERE message.id = $messageId
ORDER BY replyDate DESC, replierId
