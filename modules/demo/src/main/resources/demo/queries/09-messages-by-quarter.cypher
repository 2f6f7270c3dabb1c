// title: A time series: posts, comments and their authors in each quarter
MATCH (message:Message)-[:HAS_CREATOR]->(author:Person)
WITH message.creationDate.year AS year, (message.creationDate.month + 2) / 3 AS quarter,
     message:Post AS isPost, author
RETURN year, quarter,
       count(CASE WHEN isPost THEN 1 END) AS posts,
       count(CASE WHEN NOT isPost THEN 1 END) AS comments,
       count(DISTINCT author) AS authors
  ORDER BY year, quarter
