// Self likes.
MATCH (p:Person)-[:LIKES]->(m:Message)-[:HAS_CREATOR]->(p)
RETURN count(*) AS n
