WITH RECURSIVE thread AS (
  SELECT id, content IS NOT NULL AND length < $lengthThreshold AND creation_date > $startDate AS counts, creator_id
  FROM post
  WHERE list_contains($languages, language)
  UNION ALL
  SELECT comment.id,
         comment.content IS NOT NULL AND comment.length < $lengthThreshold AND comment.creation_date > $startDate,
         comment.creator_id
  FROM thread
  JOIN comment ON comment.parent_id = thread.id
), written AS (
  SELECT person.id, count(thread.id) AS messageCount
  FROM person
  LEFT JOIN thread ON thread.creator_id = person.id AND thread.counts
  GROUP BY person.id
)
SELECT messageCount, count(*) AS personCount
FROM written
GROUP BY messageCount
ORDER BY personCount DESC, messageCount DESC
