// Lower equals.
MATCH (p:Person)
WHERE toLower(p.firstName) STARTS
WITH 'jo'
RETURN p.firstName AS f, count(*) AS n
ORDER BY n DESC, f
