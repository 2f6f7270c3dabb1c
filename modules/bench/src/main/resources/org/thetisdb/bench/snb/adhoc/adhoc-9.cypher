// Top liked messages.
MATCH (m:Message)<-[:LIKES]-(:Person)
RETURN m.id AS m, count(*) AS n
ORDER BY n DESC, m LIMIT 20
