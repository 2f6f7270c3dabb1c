// Distinct contents per browser.
MATCH (m:Comment)
RETURN m.browserUsed AS b, count(DISTINCT m.content) AS n
ORDER BY b
