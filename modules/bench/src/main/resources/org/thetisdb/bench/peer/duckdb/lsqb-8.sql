WITH lacking AS (
  SELECT reply.id AS reply_id
  FROM message_tag AS asked
  JOIN comment AS reply ON reply.parent_id = asked.message_id
  ANTI JOIN comment_tag AS same ON same.message_id = reply.id AND same.tag_id = asked.tag_id
)
-- Such a reply has no tag but other ones.
SELECT count(*) AS matches
FROM lacking
JOIN comment_tag AS answered ON answered.message_id = lacking.reply_id
