WITH contact AS (
  SELECT person2_id AS person_id FROM knows WHERE person1_id = $personId
  UNION
  SELECT far.person2_id
  FROM knows AS near
  JOIN knows AS far ON far.person1_id = near.person2_id
  WHERE near.person1_id = $personId AND far.person2_id <> $personId
), traveller AS (
  SELECT person.id, person.first_name, person.last_name
  FROM contact
  JOIN person ON person.id = contact.person_id
  JOIN city ON city.id = person.city_id
  JOIN country ON country.id = city.country_id
  WHERE country.name NOT IN ($countryXName, $countryYName)
)
SELECT traveller.id AS personId,
       traveller.first_name AS firstName,
       traveller.last_name AS lastName,
       count(*) FILTER (country.name = $countryXName) AS xCount,
       count(*) FILTER (country.name = $countryYName) AS yCount,
       count(*) AS totalCount
FROM traveller
JOIN message ON message.creator_id = traveller.id
JOIN country ON country.id = message.country_id
WHERE country.name IN ($countryXName, $countryYName)
  AND message.creation_date >= $startDate AND message.creation_date < $endDate
GROUP BY traveller.id, traveller.first_name, traveller.last_name
HAVING xCount > 0 AND yCount > 0
ORDER BY totalCount DESC, personId
LIMIT 20
