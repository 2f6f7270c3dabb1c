// Group by id mod, large.
MATCH (m:Message)
RETURN m.id % 500009 AS k, count(*) AS n, sum(m.length) AS s
ORDER BY n DESC, k LIMIT 10
