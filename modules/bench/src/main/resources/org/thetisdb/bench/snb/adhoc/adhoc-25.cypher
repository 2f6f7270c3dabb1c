// Collect lists.
MATCH (p:Person)<-[:HAS_CREATOR]-(m:Post)
WITH p, collect(m.id) AS ids
RETURN sum(size(ids)) AS s, max(size(ids)) AS m
