SELECT * FROM (
  select count(*)
  from post
  where regexp_full_match(content, '.*[Aa]bout [A-Z][a-z]+.*')
) AS t (n);
