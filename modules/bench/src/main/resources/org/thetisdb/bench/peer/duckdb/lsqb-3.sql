SELECT count(*) AS matches
FROM knows AS ab
JOIN knows AS bc ON bc.person1_id = ab.person2_id
JOIN knows AS ca ON ca.person1_id = bc.person2_id AND ca.person2_id = ab.person1_id
JOIN person AS a ON a.id = ab.person1_id
JOIN person AS b ON b.id = bc.person1_id
JOIN person AS c ON c.id = ca.person1_id
JOIN city AS city_a ON city_a.id = a.city_id
JOIN city AS city_b ON city_b.id = b.city_id
JOIN city AS city_c ON city_c.id = c.city_id
JOIN country ON country.id = city_a.country_id
WHERE city_b.country_id = country.id AND city_c.country_id = country.id
