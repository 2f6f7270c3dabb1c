// title: How deep do discussions go? Comments by their distance from the post that started it
MATCH (post:Post)<-[replies:REPLY_OF*1..]-(comment:Comment)
RETURN size(replies) AS depth, count(*) AS comments, count(DISTINCT post) AS threads,
       round(10 * avg(comment.length)) / 10 AS averageLength
  ORDER BY depth
