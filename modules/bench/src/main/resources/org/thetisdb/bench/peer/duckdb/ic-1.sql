WITH RECURSIVE reached(person_id, distance) USING KEY (person_id) AS (
  SELECT $personId::BIGINT, 0
  UNION
  SELECT knows.person2_id, reached.distance + 1
  FROM reached
  JOIN knows ON knows.person1_id = reached.person_id
  WHERE reached.distance < 3
    AND NOT EXISTS (FROM recurring.reached AS before WHERE before.person_id = knows.person2_id)
), namesake AS (
  SELECT person.*, reached.distance
  FROM reached
  JOIN person ON person.id = reached.person_id
  WHERE person.first_name = $firstName AND reached.distance > 0
  ORDER BY reached.distance, person.last_name, person.id
  LIMIT 20
), studies AS (
  SELECT namesake.id AS person_id, list(study ORDER BY study) AS entries
  FROM namesake
  JOIN person_university ON person_university.person_id = namesake.id
  JOIN university ON university.id = person_university.university_id
  JOIN city ON city.id = university.city_id
  CROSS JOIN LATERAL (SELECT row(university.name, person_university.class_year, city.name) AS study)
  GROUP BY namesake.id
), jobs AS (
  SELECT namesake.id AS person_id, list(job ORDER BY job) AS entries
  FROM namesake
  JOIN person_company ON person_company.person_id = namesake.id
  JOIN company ON company.id = person_company.company_id
  JOIN country ON country.id = company.country_id
  CROSS JOIN LATERAL (SELECT row(company.name, person_company.work_from, country.name) AS job)
  GROUP BY namesake.id
)
SELECT namesake.id AS personId,
       namesake.last_name AS lastName,
       namesake.distance,
       namesake.birthday,
       namesake.creation_date AS creationDate,
       namesake.gender,
       namesake.browser_used AS browserUsed,
       namesake.location_ip AS locationIP,
       namesake.emails,
       namesake.languages,
       home.name AS cityName,
       coalesce(studies.entries, []) AS universities,
       coalesce(jobs.entries, []) AS companies
FROM namesake
JOIN city AS home ON home.id = namesake.city_id
LEFT JOIN studies ON studies.person_id = namesake.id
LEFT JOIN jobs ON jobs.person_id = namesake.id
ORDER BY distance, lastName, personId
