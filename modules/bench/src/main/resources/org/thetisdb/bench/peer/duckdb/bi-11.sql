WITH resident AS (
  SELECT person.id
  FROM country
  JOIN city ON city.country_id = country.id
  JOIN person ON person.city_id = city.id
  WHERE country.name = $country
), friendship AS (
  SELECT knows.person1_id, knows.person2_id
  FROM knows
  JOIN resident AS first ON first.id = knows.person1_id
  JOIN resident AS second ON second.id = knows.person2_id
  WHERE knows.person1_id < knows.person2_id AND knows.creation_date BETWEEN $startDate AND $endDate
)
SELECT count(*) AS triangleCount
FROM friendship AS ab
JOIN friendship AS bc ON bc.person1_id = ab.person2_id
JOIN friendship AS ac ON ac.person1_id = ab.person1_id AND ac.person2_id = bc.person2_id
