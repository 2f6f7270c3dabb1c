// In list of ids.
MATCH (m:Message)
WHERE m.id % 1000003 IN [1, 7, 77, 777, 7777, 77777]
RETURN count(*) AS n
