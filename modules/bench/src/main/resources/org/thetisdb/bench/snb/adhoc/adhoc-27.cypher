// Comment chains by depth.
MATCH (p:Post)<-[r:REPLY_OF*1..4]-(c:Comment)
RETURN size(r) AS d, count(*) AS n
ORDER BY d
