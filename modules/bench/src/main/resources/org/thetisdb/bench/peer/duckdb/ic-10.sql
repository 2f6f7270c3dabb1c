WITH candidate AS (
  SELECT DISTINCT far.person2_id AS person_id
  FROM knows AS near
  JOIN knows AS far ON far.person1_id = near.person2_id
  WHERE near.person1_id = $personId
    AND far.person2_id <> $personId
    AND far.person2_id NOT IN (SELECT person2_id FROM knows WHERE person1_id = $personId)
), born AS (
  SELECT person.*
  FROM candidate
  JOIN person ON person.id = candidate.person_id
  WHERE (month(person.birthday) = $month AND day(person.birthday) >= 21)
     OR (month(person.birthday) = $month % 12 + 1 AND day(person.birthday) <= 21)
), liked AS (
  SELECT DISTINCT post_tag.message_id
  FROM person_tag
  JOIN post_tag ON post_tag.tag_id = person_tag.tag_id
  WHERE person_tag.person_id = $personId
)
SELECT born.id AS personId,
       born.first_name AS firstName,
       born.last_name AS lastName,
       2 * count(liked.message_id) - count(post.id) AS commonInterestScore,
       born.gender,
       city.name AS cityName
FROM born
JOIN city ON city.id = born.city_id
LEFT JOIN post ON post.creator_id = born.id
LEFT JOIN liked ON liked.message_id = post.id
GROUP BY born.id, born.first_name, born.last_name, born.gender, city.name
ORDER BY commonInterestScore DESC, personId
LIMIT 10
