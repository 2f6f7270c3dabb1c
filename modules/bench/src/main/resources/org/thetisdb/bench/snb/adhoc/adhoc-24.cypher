// Order all by two keys skip.
MATCH (m:Post)
RETURN m.id AS id
ORDER BY m.length, m.id SKIP 500000 LIMIT 10
