// 3,000 :Item with few values each: numbers, texts (an empty one among them), truths, dates, the extremes; some missing.
UNWIND range(0, 2999) AS i
CREATE (:Item {i: i, k: CASE WHEN i % 11 > 0 THEN i % 7 END, d: ['Eng', 'Sales', '', 'Mkt', 'Äö'][i % 5],
  b: CASE WHEN i % 13 > 0 THEN i % 3 = 0 END, at: date('2020-02-27') + duration({days: i % 4}),
  far: CASE i % 2 WHEN 0 THEN -9223372036854775808 ELSE 9223372036854775807 END});
