SELECT count(*) AS matches
FROM comment
JOIN post ON post.id = comment.parent_post_id
JOIN knows ON knows.person1_id = comment.creator_id AND knows.person2_id = post.creator_id
