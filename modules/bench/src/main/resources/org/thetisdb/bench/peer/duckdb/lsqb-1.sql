SELECT count(*) AS matches
FROM tag_class
JOIN tag ON tag.tag_class_id = tag_class.id
JOIN comment_tag ON comment_tag.tag_id = tag.id
JOIN comment ON comment.id = comment_tag.message_id
JOIN post ON post.id = comment.parent_post_id
JOIN forum_person ON forum_person.forum_id = post.forum_id
JOIN person ON person.id = forum_person.person_id
JOIN city ON city.id = person.city_id
JOIN country ON country.id = city.country_id
