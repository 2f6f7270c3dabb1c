// Co-occurring tags.
MATCH (a:Tag)<-[:HAS_TAG]-(m:Message)-[:HAS_TAG]->(b:Tag)
WHERE a.name < b.name
RETURN a.name AS a, b.name AS b, count(*) AS n
ORDER BY n DESC, a, b LIMIT 10
