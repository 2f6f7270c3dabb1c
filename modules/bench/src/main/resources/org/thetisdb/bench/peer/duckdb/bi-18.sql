-- Materialised, as DuckDB 2.0.0 at SF1 else pairs all who are interested before it looks for friends, 40 times as slow.
WITH befriended AS MATERIALIZED (
  SELECT person_tag.person_id, knows.person2_id AS friend_id
  FROM tag
  JOIN person_tag ON person_tag.tag_id = tag.id
  JOIN knows ON knows.person1_id = person_tag.person_id
  WHERE tag.name = $tag
), pair AS (
  SELECT p.person_id AS p_id, q.person_id AS q_id, count(*) AS mutual_count
  FROM befriended AS p
  JOIN befriended AS q ON q.friend_id = p.friend_id
  WHERE p.person_id <> q.person_id
  GROUP BY p.person_id, q.person_id
)
SELECT pair.p_id AS person1Id, pair.q_id AS person2Id, pair.mutual_count AS mutualFriendCount
FROM pair
ANTI JOIN knows ON knows.person1_id = pair.p_id AND knows.person2_id = pair.q_id
ORDER BY mutualFriendCount DESC, person1Id, person2Id
LIMIT 20
