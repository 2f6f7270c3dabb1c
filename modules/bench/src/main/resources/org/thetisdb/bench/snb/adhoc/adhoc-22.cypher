// Group by two nodes.
MATCH (p:Person)<-[:HAS_CREATOR]-(m:Message)-[:IS_LOCATED_IN]->(c:Country)
WITH p, c, count(*) AS n
WHERE n > 100
RETURN count(*) AS k, sum(n) AS s
