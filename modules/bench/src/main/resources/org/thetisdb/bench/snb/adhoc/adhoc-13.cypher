// Persons by last message.
MATCH (p:Person)<-[:HAS_CREATOR]-(m:Message)
WITH p, max(m.creationDate) AS last
RETURN p.id AS p, last.epochMillis AS l
ORDER BY l DESC, p LIMIT 20
