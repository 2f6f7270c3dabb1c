// Hour of day.
MATCH (m:Message)
RETURN m.creationDate.hour AS h, count(*) AS n, avg(m.length) AS a
ORDER BY h
