WITH RECURSIVE reached(person_id, distance) USING KEY (person_id) AS (
  SELECT $person1Id::BIGINT, 0
  UNION
  SELECT knows.person2_id, reached.distance + 1
  FROM reached
  JOIN knows ON knows.person1_id = reached.person_id
  WHERE NOT EXISTS (FROM recurring.reached AS before WHERE before.person_id = knows.person2_id)
    AND NOT EXISTS (FROM recurring.reached AS before WHERE before.person_id = $person2Id)
)
SELECT coalesce(max(distance), -1) AS steps
FROM reached
WHERE person_id = $person2Id
