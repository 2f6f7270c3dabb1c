SELECT person.id AS authorId, person.first_name AS firstName, person.last_name AS lastName
FROM message
JOIN person ON person.id = message.creator_id
WHERE message.id = $messageId
