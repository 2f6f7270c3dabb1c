// Month of membership.
MATCH (f:Forum)-[r:HAS_MEMBER]->(p:Person)
RETURN r.creationDate.year AS y, count(*) AS n, count(DISTINCT p) AS d
ORDER BY y
