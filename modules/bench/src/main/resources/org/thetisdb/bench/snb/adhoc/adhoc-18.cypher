// Percentile.
MATCH (m:Message)
RETURN percentileDisc(m.length, 0.5) AS p50, percentileDisc(m.length, 0.99) AS p99, stdev(m.length) AS s
