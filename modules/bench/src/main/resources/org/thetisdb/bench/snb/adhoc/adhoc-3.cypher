// Contains.
MATCH (m:Message)
WHERE m.content CONTAINS 'war'
RETURN count(*) AS n, min(m.length) AS lo, max(m.length) AS hi
