// As the common text; `any` is a reserved word, the label is a function, parts of a timestamp come from date_part.
MATCH (counted:Post:Comment)
WHERE counted.creationDate < $datetime
WITH count(counted) AS total
MATCH (message:Post:Comment)
WHERE message.creationDate < $datetime AND message.content IS NOT NULL
WITH total,
     date_part('year', message.creationDate) AS year,
     label(message) = 'Comment' AS isComment,
     CASE
       WHEN message.length < 40 THEN 0
       WHEN message.length < 80 THEN 1
       WHEN message.length < 160 THEN 2
       ELSE 3
     END AS lengthClass,
     count(*) AS messageCount,
     avg(message.length) AS averageLength,
     sum(message.length) AS totalLength
RETURN year, isComment, lengthClass, messageCount, averageLength, totalLength,
       to_double(messageCount) / total AS share
  ORDER BY year DESC, isComment, lengthClass
