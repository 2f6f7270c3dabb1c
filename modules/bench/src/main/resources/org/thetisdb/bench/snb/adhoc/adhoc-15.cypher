// Forums without posts.
MATCH (f:Forum)
WHERE NOT EXISTS { (f)-[:CONTAINER_OF]->(:Post) }
RETURN count(*) AS n
