SELECT person.id AS friendId,
       person.first_name AS firstName,
       person.last_name AS lastName,
       message.id AS messageId,
       coalesce(message.content, message.image_file) AS messageText,
       message.creation_date AS messageDate
FROM knows
JOIN person ON person.id = knows.person2_id
JOIN message ON message.creator_id = person.id
WHERE knows.person1_id = $personId AND message.creation_date < $maxDate
ORDER BY messageDate DESC, messageId
LIMIT 20
