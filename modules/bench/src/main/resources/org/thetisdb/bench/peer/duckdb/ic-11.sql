WITH contact AS (
  SELECT person2_id AS person_id FROM knows WHERE person1_id = $personId
  UNION
  SELECT far.person2_id
  FROM knows AS near
  JOIN knows AS far ON far.person1_id = near.person2_id
  WHERE near.person1_id = $personId AND far.person2_id <> $personId
)
SELECT person.id AS personId,
       person.first_name AS firstName,
       person.last_name AS lastName,
       company.name AS companyName,
       person_company.work_from AS workFrom
FROM contact
JOIN person ON person.id = contact.person_id
JOIN person_company ON person_company.person_id = person.id
JOIN company ON company.id = person_company.company_id
JOIN country ON country.id = company.country_id
WHERE country.name = $countryName AND person_company.work_from < $workFromYear
ORDER BY workFrom, personId, companyName DESC
LIMIT 10
