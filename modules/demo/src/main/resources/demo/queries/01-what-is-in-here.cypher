// title: What is in the network? Nodes by their labels
MATCH (n)
RETURN labels(n) AS labels, count(*) AS nodes
  ORDER BY nodes DESC, labels
