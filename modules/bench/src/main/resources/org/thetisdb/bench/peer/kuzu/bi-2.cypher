// As the common text; durations are intervals written as text, comparisons have two operands.
WITH cast($date, 'TIMESTAMP') + interval('100 days') AS middle, cast($date, 'TIMESTAMP') + interval('200 days') AS finish
MATCH (tag:Tag)-[:HAS_TYPE]->(:TagClass {name: $tagClass})
OPTIONAL MATCH (tag)<-[:HAS_TAG]-(message:Post:Comment)
WHERE $date <= message.creationDate AND message.creationDate < finish
WITH tag,
     count(CASE WHEN message.creationDate < middle THEN 1 END) AS firstWindow,
     count(CASE WHEN message.creationDate >= middle THEN 1 END) AS secondWindow
RETURN tag.name AS tagName, firstWindow, secondWindow, abs(firstWindow - secondWindow) AS change
  ORDER BY change DESC, tagName
  LIMIT 100
