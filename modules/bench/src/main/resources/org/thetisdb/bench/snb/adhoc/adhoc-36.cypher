// Ends with and not null.
MATCH (m:Post)
WHERE m.imageFile IS NOT NULL AND m.imageFile ENDS
WITH '7.jpg'
RETURN count(*) AS n
