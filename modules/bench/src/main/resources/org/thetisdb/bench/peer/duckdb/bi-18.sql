WITH interested AS (
  SELECT person_tag.person_id
  FROM tag
  JOIN person_tag ON person_tag.tag_id = tag.id
  WHERE tag.name = $tag
)
SELECT p.person_id AS person1Id, q.person_id AS person2Id, count(*) AS mutualFriendCount
FROM interested AS p
JOIN knows AS first ON first.person1_id = p.person_id
JOIN knows AS second ON second.person1_id = first.person2_id
JOIN interested AS q ON q.person_id = second.person2_id
ANTI JOIN knows AS direct ON direct.person1_id = p.person_id AND direct.person2_id = q.person_id
WHERE p.person_id <> q.person_id
GROUP BY p.person_id, q.person_id
ORDER BY mutualFriendCount DESC, person1Id, person2Id
LIMIT 20
