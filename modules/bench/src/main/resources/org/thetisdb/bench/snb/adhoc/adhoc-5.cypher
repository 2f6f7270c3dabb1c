// Distinct contents.
MATCH (m:Comment)
RETURN count(DISTINCT m.content) AS n
