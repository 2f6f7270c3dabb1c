// Regex.
MATCH (m:Post)
WHERE m.content =~ '.*[Aa]bout [A-Z][a-z]+.*'
RETURN count(*) AS n
