SELECT count(*) AS matches
FROM message_tag AS asked
JOIN comment AS reply ON reply.parent_id = asked.message_id
JOIN comment_tag AS answered ON answered.message_id = reply.id
WHERE asked.tag_id <> answered.tag_id
