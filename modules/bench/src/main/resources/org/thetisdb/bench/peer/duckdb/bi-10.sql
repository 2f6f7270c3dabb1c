WITH RECURSIVE reached(person_id, distance) USING KEY (person_id) AS (
  SELECT $personId::BIGINT, 0
  UNION
  SELECT knows.person2_id, reached.distance + 1
  FROM reached
  JOIN knows ON knows.person1_id = reached.person_id
  WHERE reached.distance < $maxPathDistance
    AND NOT EXISTS (FROM recurring.reached AS before WHERE before.person_id = knows.person2_id)
), expert AS (
  SELECT reached.person_id
  FROM reached
  JOIN person ON person.id = reached.person_id
  JOIN city ON city.id = person.city_id
  JOIN country ON country.id = city.country_id
  WHERE country.name = $country AND reached.distance >= $minPathDistance AND reached.distance > 0
), relevant AS (
  SELECT DISTINCT message.id, message.creator_id
  FROM expert
  JOIN message ON message.creator_id = expert.person_id
  JOIN message_tag ON message_tag.message_id = message.id
  JOIN tag ON tag.id = message_tag.tag_id
  JOIN tag_class ON tag_class.id = tag.tag_class_id
  WHERE tag_class.name = $tagClass
)
SELECT relevant.creator_id AS expertId, tag.name AS tagName, count(*) AS messageCount
FROM relevant
JOIN message_tag ON message_tag.message_id = relevant.id
JOIN tag ON tag.id = message_tag.tag_id
GROUP BY relevant.creator_id, tag.id, tag.name
ORDER BY messageCount DESC, tagName, expertId
LIMIT 100
