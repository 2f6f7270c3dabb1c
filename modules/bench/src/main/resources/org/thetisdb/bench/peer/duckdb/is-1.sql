SELECT first_name AS firstName,
       last_name AS lastName,
       birthday,
       location_ip AS locationIP,
       browser_used AS browserUsed,
       city_id AS cityId,
       gender,
       creation_date AS creationDate
FROM person
WHERE id = $personId
