SELECT person.id AS friendId,
       person.first_name AS firstName,
       person.last_name AS lastName,
       knows.creation_date AS friendsSince
FROM knows
JOIN person ON person.id = knows.person2_id
WHERE knows.person1_id = $personId
ORDER BY friendsSince DESC, friendId
