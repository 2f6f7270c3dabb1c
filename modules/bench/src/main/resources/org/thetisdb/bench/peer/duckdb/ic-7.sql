WITH latest AS (
  SELECT likes.person_id, likes.creation_date AS liked_at, message.id AS message_id,
         coalesce(message.content, message.image_file) AS message_text, message.creation_date AS message_date
  FROM message
  JOIN likes ON likes.message_id = message.id
  WHERE message.creator_id = $personId
  QUALIFY row_number() OVER (PARTITION BY likes.person_id ORDER BY liked_at DESC, message.id) = 1
)
SELECT person.id AS likerId,
       person.first_name AS firstName,
       person.last_name AS lastName,
       latest.liked_at AS likedAt,
       latest.message_id AS messageId,
       latest.message_text AS messageText,
       date_sub('minute', latest.message_date, latest.liked_at) AS minutesLatency,
       NOT EXISTS (FROM knows WHERE person1_id = $personId AND person2_id = person.id) AS isStranger
FROM latest
JOIN person ON person.id = latest.person_id
ORDER BY likedAt DESC, likerId
LIMIT 20
