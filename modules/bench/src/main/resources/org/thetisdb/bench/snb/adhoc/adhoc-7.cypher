// Longest threads by forum.
MATCH (f:Forum)-[:CONTAINER_OF]->(p:Post)<-[:REPLY_OF]-(c:Comment)
RETURN f.id AS f, count(*) AS n
ORDER BY n DESC, f LIMIT 10
