// Top-k wide.
MATCH (m:Message)
RETURN m.id AS id, m.content AS c, m.length AS l
ORDER BY l DESC, id LIMIT 100
