WITH used AS (
  SELECT tag.id, message.creation_date < $date + INTERVAL 100 DAY AS is_first
  FROM tag_class
  JOIN tag ON tag.tag_class_id = tag_class.id
  JOIN message_tag ON message_tag.tag_id = tag.id
  JOIN message ON message.id = message_tag.message_id
  WHERE tag_class.name = $tagClass
    AND message.creation_date >= $date AND message.creation_date < $date + INTERVAL 200 DAY
)
SELECT tag.name AS tagName,
       count(*) FILTER (used.is_first) AS firstWindow,
       count(*) FILTER (NOT used.is_first) AS secondWindow,
       abs(firstWindow - secondWindow) AS change
FROM tag_class
JOIN tag ON tag.tag_class_id = tag_class.id
LEFT JOIN used ON used.id = tag.id
WHERE tag_class.name = $tagClass
GROUP BY tag.id, tag.name
ORDER BY change DESC, tagName
LIMIT 100
