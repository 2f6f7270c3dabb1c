WITH pair AS (
  SELECT city1.id AS city_id, city1.name AS city_name, p.id AS person1_id, q.id AS person2_id
  FROM country AS country1
  JOIN city AS city1 ON city1.country_id = country1.id
  JOIN person AS p ON p.city_id = city1.id
  JOIN knows ON knows.person1_id = p.id
  JOIN person AS q ON q.id = knows.person2_id
  JOIN city AS city2 ON city2.id = q.city_id
  JOIN country AS country2 ON country2.id = city2.country_id
  WHERE country1.name = $country1 AND country2.name = $country2
), reply AS (
  SELECT DISTINCT comment.creator_id AS from_id, message.creator_id AS to_id
  FROM comment
  JOIN message ON message.id = comment.parent_id
), liking AS (
  SELECT DISTINCT likes.person_id AS from_id, message.creator_id AS to_id
  FROM likes
  JOIN message ON message.id = likes.message_id
), scored AS (
  SELECT pair.*,
         CASE WHEN EXISTS (FROM reply WHERE from_id = person1_id AND to_id = person2_id) THEN 4 ELSE 0 END
           + CASE WHEN EXISTS (FROM reply WHERE from_id = person2_id AND to_id = person1_id) THEN 1 ELSE 0 END
           + CASE WHEN EXISTS (FROM liking WHERE from_id = person1_id AND to_id = person2_id) THEN 10 ELSE 0 END
           + CASE WHEN EXISTS (FROM liking WHERE from_id = person2_id AND to_id = person1_id) THEN 1 ELSE 0 END AS score
  FROM pair
), best AS (
  SELECT DISTINCT ON (city_id) * FROM scored ORDER BY city_id, score DESC, person1_id, person2_id
)
SELECT person1_id AS person1Id, person2_id AS person2Id, city_name AS cityName, score
FROM best
ORDER BY score DESC, person1Id, person2Id
LIMIT 100
