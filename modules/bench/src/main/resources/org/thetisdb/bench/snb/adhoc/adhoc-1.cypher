// Groups by text prefix.
MATCH (m:Message)
WHERE m.content IS NOT NULL
RETURN left(m.content, 2) AS k, count(*) AS n, avg(m.length) AS a
ORDER BY n DESC, k LIMIT 20
