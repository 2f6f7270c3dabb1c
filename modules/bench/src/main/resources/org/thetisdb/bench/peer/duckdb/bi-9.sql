WITH RECURSIVE thread AS (
  SELECT id AS message_id, creator_id AS person_id, true AS is_opening, creation_date
  FROM post
  WHERE creation_date BETWEEN $startDate AND $endDate
  UNION ALL
  SELECT comment.id, thread.person_id, false, comment.creation_date
  FROM thread
  JOIN comment ON comment.parent_id = thread.message_id
)
SELECT person.id AS personId,
       person.first_name AS firstName,
       person.last_name AS lastName,
       count(*) FILTER (thread.is_opening) AS threadCount,
       count(*) AS messageCount
FROM thread
JOIN person ON person.id = thread.person_id
WHERE thread.creation_date BETWEEN $startDate AND $endDate
GROUP BY ALL
ORDER BY messageCount DESC, personId
LIMIT 100
