// Members who never posted.
MATCH (f:Forum)-[:HAS_MEMBER]->(p:Person)
WHERE NOT EXISTS { (f)-[:CONTAINER_OF]->(:Post)-[:HAS_CREATOR]->(p) }
RETURN count(*) AS n
