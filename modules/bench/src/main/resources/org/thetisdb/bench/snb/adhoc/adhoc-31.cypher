// Join on value.
MATCH (a:Person), (b:Person)
WHERE a.birthday = b.birthday AND a.id < b.id
RETURN count(*) AS n
