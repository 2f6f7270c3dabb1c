// Persons who like nothing they comment on.
MATCH (p:Person)<-[:HAS_CREATOR]-(c:Comment)-[:REPLY_OF]->(m:Message)
WHERE NOT EXISTS { (p)-[:LIKES]->(m) }
RETURN count(*) AS n
