-- Materialised, so that pairs are sorted out before each is repeated for every interest.
WITH pair AS MATERIALIZED (
  SELECT near.person1_id AS near_id, far.person2_id AS far_id
  FROM knows AS near
  JOIN knows AS far ON far.person1_id = near.person2_id
  ANTI JOIN knows AS direct ON direct.person1_id = near.person1_id AND direct.person2_id = far.person2_id
  WHERE near.person1_id <> far.person2_id
)
SELECT count(*) AS matches
FROM pair
JOIN person_tag ON person_tag.person_id = pair.far_id
