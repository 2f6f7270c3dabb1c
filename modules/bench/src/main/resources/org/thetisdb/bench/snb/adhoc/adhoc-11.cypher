// Friends' likes.
MATCH (p:Person)-[:LIKES]->(m:Message)-[:HAS_CREATOR]->(q:Person)-[:KNOWS]-(p)
RETURN count(*) AS n
