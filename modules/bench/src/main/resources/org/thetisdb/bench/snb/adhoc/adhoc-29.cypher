// Case buckets.
MATCH (m:Message)
RETURN CASE WHEN m.length < 40 THEN 'short' WHEN m.length < 80 THEN 'one' WHEN m.length < 160 THEN 'tweet' ELSE 'long' END AS k, count(*) AS n
ORDER BY k
