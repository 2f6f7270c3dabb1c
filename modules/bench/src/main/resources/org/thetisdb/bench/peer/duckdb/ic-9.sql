WITH contact AS (
  SELECT person2_id AS person_id FROM knows WHERE person1_id = $personId
  UNION
  SELECT far.person2_id
  FROM knows AS near
  JOIN knows AS far ON far.person1_id = near.person2_id
  WHERE near.person1_id = $personId AND far.person2_id <> $personId
)
SELECT person.id AS authorId,
       person.first_name AS firstName,
       person.last_name AS lastName,
       message.id AS messageId,
       coalesce(message.content, message.image_file) AS messageText,
       message.creation_date AS messageDate
FROM contact
JOIN person ON person.id = contact.person_id
JOIN message ON message.creator_id = person.id
WHERE message.creation_date < $maxDate
ORDER BY messageDate DESC, messageId
LIMIT 20
