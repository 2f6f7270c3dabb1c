// Unwind languages.
MATCH (p:Person) UNWIND p.speaks AS l
RETURN l, count(*) AS n
ORDER BY n DESC, l
