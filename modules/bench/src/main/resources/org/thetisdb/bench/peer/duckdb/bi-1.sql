WITH written AS (
  FROM message WHERE creation_date < $datetime
)
SELECT year(creation_date) AS year,
       is_comment AS isComment,
       CASE WHEN length < 40 THEN 0 WHEN length < 80 THEN 1 WHEN length < 160 THEN 2 ELSE 3 END AS lengthClass,
       count(*) AS messageCount,
       avg(length) AS averageLength,
       sum(length) AS totalLength,
       count(*) / (SELECT count(*) FROM written) AS share
FROM written
WHERE content IS NOT NULL
GROUP BY ALL
ORDER BY year DESC, isComment, lengthClass
