SELECT tag.name AS tagName, count(*) AS postCount
FROM knows
JOIN post ON post.creator_id = knows.person2_id
JOIN post_tag ON post_tag.message_id = post.id
JOIN tag ON tag.id = post_tag.tag_id
WHERE knows.person1_id = $personId AND post.creation_date < $endDate
GROUP BY tag.id, tag.name
HAVING min(post.creation_date) >= $startDate
ORDER BY postCount DESC, tagName
LIMIT 10
