SELECT count(*) AS matches
FROM knows AS near
JOIN knows AS far ON far.person1_id = near.person2_id
JOIN person_tag ON person_tag.person_id = far.person2_id
WHERE near.person1_id <> far.person2_id
