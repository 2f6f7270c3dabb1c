// Optional counts.
MATCH (t:Tag)
OPTIONAL MATCH (t)<-[:HAS_TAG]-(p:Post)
WITH t, count(p) AS posts
OPTIONAL MATCH (t)<-[:HAS_INTEREST]-(x:Person)
RETURN t.name AS t, posts, count(x) AS persons
ORDER BY posts + persons DESC, t LIMIT 10
