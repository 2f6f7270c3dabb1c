// Arithmetic filter.
MATCH (m:Message)
WHERE m.length * 3 + 7 > 400 AND m.length % 5 = 2
RETURN count(*) AS n, sum(m.length) AS s
