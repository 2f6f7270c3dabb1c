// Browsers per month.
MATCH (m:Post)
RETURN m.browserUsed AS b, m.creationDate.year AS y, m.creationDate.month AS mo, count(*) AS n
ORDER BY b, y, mo
