// Likes per creator.
MATCH (p:Person)<-[:HAS_CREATOR]-(m:Message)<-[l:LIKES]-()
RETURN p.id AS p, count(l) AS n
ORDER BY n DESC, p LIMIT 20
