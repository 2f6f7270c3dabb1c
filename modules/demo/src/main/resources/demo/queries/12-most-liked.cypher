// title: The most liked messages, their authors, and how soon the first like came
MATCH (message:Message)<-[like:LIKES]-(:Person)
WITH message, count(like) AS likes, min(like.creationDate) AS firstLike
  ORDER BY likes DESC, message.id
  LIMIT 5
MATCH (message)-[:HAS_CREATOR]->(author:Person)
RETURN left(coalesce(message.content, message.imageFile), 50) AS message,
       author.firstName + ' ' + author.lastName AS author,
       likes,
       duration.between(message.creationDate, firstLike) AS firstLikeAfter
  ORDER BY likes DESC, author
