// Reply latency.
MATCH (c:Comment)-[:REPLY_OF]->(p:Post)
RETURN count(*) AS n, max(c.creationDate.epochMillis - p.creationDate.epochMillis) AS worst, avg(c.creationDate.epochMillis - p.creationDate.epochMillis) AS mean
