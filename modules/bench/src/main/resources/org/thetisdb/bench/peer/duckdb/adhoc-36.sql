SELECT * FROM (
  select count(*)
  from post
  where image_file is not null and image_file like '%7.jpg'
) AS t (n);
