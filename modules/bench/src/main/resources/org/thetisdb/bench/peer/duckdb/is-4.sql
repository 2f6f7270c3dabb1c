SELECT creation_date AS messageDate, coalesce(content, image_file) AS messageText
FROM message
WHERE id = $messageId
