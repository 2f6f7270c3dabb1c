// City pairs of friends.
MATCH (a:Person)-[:KNOWS]->(b:Person), (a)-[:IS_LOCATED_IN]->(x:City), (b)-[:IS_LOCATED_IN]->(y:City)
WHERE x <> y
RETURN x.name AS x, y.name AS y, count(*) AS n
ORDER BY n DESC, x, y LIMIT 10
