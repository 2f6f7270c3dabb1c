// Ip collisions.
MATCH (m:Post)
WITH m.locationIP AS ip, count(*) AS n
WHERE n > 50
RETURN count(*) AS k, max(n) AS m
