package org.thetisdb.bench.h2;

import java.util.List;

/**
 * One thing that is asked or changed, in SQL and in Cypher. Parameters are numbered in both; what takes rows
 * ({@link Client#writeAll}) has them as lists in {@code $rows}. Where a graph needs nothing for it, the Cypher is
 * empty.
 */
enum Statement {
    BLOB_TABLE(
            "CREATE TABLE blobs(id BIGINT PRIMARY KEY, k BIGINT, payload VARCHAR)",
            "CREATE CONSTRAINT FOR (b:Blob) REQUIRE b.id IS UNIQUE"),
    BLOB_INDEX("CREATE INDEX blobs_k ON blobs(k)", "CREATE INDEX FOR (b:Blob) ON (b.k)"),
    BLOB_INDEX_BOTH("CREATE INDEX blobs_kid ON blobs(k, id)", "CREATE INDEX FOR (b:Blob) ON (b.k, b.id)"),
    BLOB_INDEX_TEXT("CREATE INDEX blobs_payload ON blobs(payload)", "CREATE INDEX FOR (b:Blob) ON (b.payload)"),
    CUSTOMER_TABLE(
            "CREATE TABLE customers(id BIGINT PRIMARY KEY, name VARCHAR, region BIGINT, created BIGINT)",
            "CREATE CONSTRAINT FOR (c:Customer) REQUIRE c.id IS UNIQUE"),
    ORDER_TABLE(
            "CREATE TABLE orders(id BIGINT PRIMARY KEY, customer_id BIGINT, status BIGINT, amount BIGINT,"
                    + " created BIGINT)",
            "CREATE CONSTRAINT FOR (o:Order) REQUIRE o.id IS UNIQUE"),
    ITEM_TABLE(
            "CREATE TABLE items(id BIGINT PRIMARY KEY, order_id BIGINT, product_id BIGINT, qty BIGINT, price BIGINT)",
            "CREATE CONSTRAINT FOR (i:Item) REQUIRE i.id IS UNIQUE"),
    ORDERS_BY_CUSTOMER("CREATE INDEX orders_customer ON orders(customer_id)", ""),
    ORDERS_BY_STATUS(
            "CREATE INDEX orders_status ON orders(status, created)",
            "CREATE INDEX FOR (o:Order) ON (o.status, o.created)"),
    ITEMS_BY_ORDER("CREATE INDEX items_order ON items(order_id)", ""),

    INSERT_BLOBS(
            "INSERT INTO blobs VALUES (?, ?, ?)",
            "UNWIND $rows AS r CREATE (:Blob {id: r[0], k: r[1], payload: r[2]})"),
    INSERT_CUSTOMERS(
            "INSERT INTO customers VALUES (?, ?, ?, ?)",
            "UNWIND $rows AS r CREATE (:Customer {id: r[0], name: r[1], region: r[2], created: r[3]})"),
    INSERT_ORDERS(
            "INSERT INTO orders VALUES (?, ?, ?, ?, ?)",
            "UNWIND $rows AS r MATCH (c:Customer {id: r[1]})"
                    + " CREATE (c)-[:PLACED]->(:Order {id: r[0], status: r[2], amount: r[3], created: r[4]})"),
    INSERT_ITEMS(
            "INSERT INTO items VALUES (?, ?, ?, ?, ?)",
            "UNWIND $rows AS r MATCH (o:Order {id: r[1]})"
                    + " CREATE (o)-[:HAS]->(:Item {id: r[0], product: r[2], qty: r[3], price: r[4]})"),
    SET_AMOUNT("UPDATE orders SET amount = ? WHERE id = ?", "MATCH (o:Order {id: $p1}) SET o.amount = $p0"),

    DELETE_BLOBS("DELETE FROM blobs WHERE mod(id, 10) = ?", "MATCH (b:Blob) WHERE b.id % 10 = $p0 DELETE b"),
    CHANGE_BLOBS(
            "UPDATE blobs SET payload = payload || 'x', k = k + 1 WHERE mod(id, 10) = ?",
            "MATCH (b:Blob) WHERE b.id % 10 = $p0 SET b.payload = b.payload + 'x', b.k = b.k + 1"),
    DELETE_ITEMS(
            "DELETE FROM items WHERE order_id IN (SELECT id FROM orders WHERE status = ?)",
            "MATCH (:Order {status: $p0})-[:HAS]->(i:Item) DETACH DELETE i"),
    CHANGE_ORDERS(
            "UPDATE orders SET amount = amount + 2 WHERE customer_id IN (SELECT id FROM customers WHERE region = ?)",
            "MATCH (c:Customer)-[:PLACED]->(o:Order) WHERE c.region = $p0 SET o.amount = o.amount + 2"),

    BLOB_BY_ID("SELECT k, payload FROM blobs WHERE id = ?", "MATCH (b:Blob {id: $p0}) RETURN b.k, b.payload"),
    BLOB_LENGTHS("SELECT sum(length(payload)) FROM blobs", "MATCH (b:Blob) RETURN sum(size(b.payload))"),
    BLOB_TOTALS(
            "SELECT count(*), sum(k), sum(length(payload)) FROM blobs",
            "MATCH (b:Blob) RETURN count(*), sum(b.k), sum(size(b.payload))"),
    ORDER_BY_ID("SELECT amount FROM orders WHERE id = ?", "MATCH (o:Order {id: $p0}) RETURN o.amount"),
    ORDERS_IN_RANGE(
            "SELECT id, amount FROM orders WHERE status = ? AND created BETWEEN ? AND ?",
            "MATCH (o:Order) WHERE o.status = $p0 AND o.created >= $p1 AND o.created <= $p2 RETURN o.id, o.amount"),
    ORDERS_OF_CUSTOMER(
            "SELECT id, amount FROM orders WHERE customer_id = ?",
            "MATCH (:Customer {id: $p0})-[:PLACED]->(o:Order) RETURN o.id, o.amount"),
    ORDERS_UNTOUCHED(
            "SELECT count(*) FROM orders WHERE amount - mod(id * 7, 1000) BETWEEN 0 AND 1",
            "MATCH (o:Order) WHERE 0 <= o.amount - o.id * 7 % 1000 <= 1 RETURN count(*)"),
    ORDER_TOTALS(
            "SELECT (SELECT sum(amount) FROM orders), count(*), sum(qty) FROM items",
            "MATCH (o:Order) WITH sum(o.amount) AS amounts MATCH (i:Item) RETURN amounts, count(*), sum(i.qty)"),
    THREE_WAY(
            "SELECT c.region, count(*), sum(i.qty * i.price) FROM customers c JOIN orders o ON o.customer_id = c.id"
                    + " JOIN items i ON i.order_id = o.id WHERE o.status = ? GROUP BY c.region",
            "MATCH (c:Customer)-[:PLACED]->(o:Order)-[:HAS]->(i:Item) WHERE o.status = $p0"
                    + " RETURN c.region, count(*), sum(i.qty * i.price)"),
    NESTED_LOOP(
            "SELECT c.id, count(*), sum(i.qty) FROM customers c JOIN orders o ON o.customer_id = c.id"
                    + " JOIN items i ON i.order_id = o.id WHERE c.id BETWEEN ? AND ? GROUP BY c.id",
            "MATCH (c:Customer)-[:PLACED]->(:Order)-[:HAS]->(i:Item) WHERE $p0 <= c.id <= $p1"
                    + " RETURN c.id, count(*), sum(i.qty)"),
    REGIONS(
            "SELECT c.region, count(*), sum(o.amount) FROM customers c JOIN orders o ON o.customer_id = c.id"
                    + " GROUP BY c.region",
            "MATCH (c:Customer)-[:PLACED]->(o:Order) RETURN c.region, count(*), sum(o.amount)");

    /** What the benchmarks over orders need before rows come. */
    static final List<Statement> ORDER_SCHEMA =
            List.of(CUSTOMER_TABLE, ORDER_TABLE, ITEM_TABLE, ORDERS_BY_CUSTOMER, ORDERS_BY_STATUS, ITEMS_BY_ORDER);

    private final String sql;
    private final String cypher;

    Statement(String sql, String cypher) {
        this.sql = sql;
        this.cypher = cypher;
    }

    String sql() {
        return sql;
    }

    String cypher() {
        return cypher;
    }
}
