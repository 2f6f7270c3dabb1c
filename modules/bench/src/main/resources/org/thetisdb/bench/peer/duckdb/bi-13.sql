WITH zombie AS (
  SELECT person.id
  FROM country
  JOIN city ON city.country_id = country.id
  JOIN person ON person.city_id = city.id
  LEFT JOIN message ON message.creator_id = person.id AND message.creation_date < $endDate
  WHERE country.name = $country AND person.creation_date < $endDate
  GROUP BY person.id, person.creation_date
  HAVING count(message.id) < date_diff('month', person.creation_date, $endDate) + 1
)
SELECT zombie.id AS zombieId,
       count(*) FILTER (liker.id IN (FROM zombie)) AS zombieLikes,
       count(liker.id) AS allLikes,
       CASE allLikes WHEN 0 THEN 0.0::DOUBLE ELSE zombieLikes / allLikes END AS zombieScore
FROM zombie
LEFT JOIN (
  message
  JOIN likes ON likes.message_id = message.id
  JOIN person AS liker ON liker.id = likes.person_id AND liker.creation_date < $endDate
) ON message.creator_id = zombie.id
GROUP BY zombie.id
ORDER BY zombieScore DESC, zombieId
LIMIT 100
