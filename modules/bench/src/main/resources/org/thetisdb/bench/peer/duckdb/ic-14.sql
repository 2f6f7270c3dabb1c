WITH RECURSIVE reached(person_id, distance) USING KEY (person_id) AS (
  SELECT $person1Id::BIGINT, 0
  UNION
  SELECT knows.person2_id, reached.distance + 1
  FROM reached
  JOIN knows ON knows.person1_id = reached.person_id
  WHERE NOT EXISTS (FROM recurring.reached AS before WHERE before.person_id = knows.person2_id)
    AND NOT EXISTS (FROM recurring.reached AS before WHERE before.person_id = $person2Id)
), route AS (
  SELECT person_id AS first_id, distance, [person_id] AS person_ids
  FROM reached
  WHERE person_id = $person2Id
  UNION ALL
  SELECT reached.person_id, reached.distance, list_prepend(reached.person_id, route.person_ids)
  FROM route
  JOIN knows ON knows.person2_id = route.first_id
  JOIN reached ON reached.person_id = knows.person1_id AND reached.distance = route.distance - 1
), step AS (
  SELECT person_ids, unnest(person_ids[:-2]) AS p_id, unnest(person_ids[2:]) AS q_id
  FROM route
  WHERE distance = 0
), link AS (
  SELECT p_id, q_id FROM step UNION SELECT q_id, p_id FROM step
), weighed AS (
  SELECT least(link.p_id, link.q_id) AS low_id, greatest(link.p_id, link.q_id) AS high_id,
         sum(CASE WHEN comment.parent_post_id IS NULL THEN 0.5::DOUBLE ELSE 1.0::DOUBLE END) AS weight
  FROM link
  JOIN comment ON comment.creator_id = link.p_id
  JOIN message ON message.id = comment.parent_id AND message.creator_id = link.q_id
  GROUP BY low_id, high_id
)
SELECT step.person_ids AS personIds, coalesce(sum(weighed.weight), 0.0::DOUBLE) AS weight
FROM step
LEFT JOIN weighed ON weighed.low_id = least(step.p_id, step.q_id) AND weighed.high_id = greatest(step.p_id, step.q_id)
GROUP BY step.person_ids
ORDER BY weight DESC, personIds
