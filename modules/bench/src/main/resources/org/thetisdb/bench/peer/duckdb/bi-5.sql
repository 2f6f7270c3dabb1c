WITH tagged AS (
  SELECT message.id, message.creator_id
  FROM tag
  JOIN message_tag ON message_tag.tag_id = tag.id
  JOIN message ON message.id = message_tag.message_id
  WHERE tag.name = $tag
), replies AS (
  SELECT comment.parent_id AS message_id, count(*) AS reply_count
  FROM tagged
  JOIN comment ON comment.parent_id = tagged.id
  GROUP BY comment.parent_id
), liked AS (
  SELECT likes.message_id, count(*) AS like_count
  FROM tagged
  JOIN likes ON likes.message_id = tagged.id
  GROUP BY likes.message_id
)
SELECT tagged.creator_id AS personId,
       coalesce(sum(reply_count), 0) AS replyCount,
       coalesce(sum(like_count), 0) AS likeCount,
       count(*) AS messageCount,
       messageCount + 2 * replyCount + 10 * likeCount AS score
FROM tagged
LEFT JOIN replies ON replies.message_id = tagged.id
LEFT JOIN liked ON liked.message_id = tagged.id
GROUP BY tagged.creator_id
ORDER BY score DESC, personId
LIMIT 100
