package org.thetisdb.bench.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.neo4j.configuration.GraphDatabaseInternalSettings;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.kernel.api.exceptions.ProcedureException;
import org.neo4j.io.ByteUnit;
import org.neo4j.kernel.api.procedure.GlobalProcedures;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.thetisdb.bench.harness.StoreDirectory;
import org.thetisdb.fuzz.generate.FuzzGraph;
import org.thetisdb.fuzz.oracle.Answer.NodeShape;
import org.thetisdb.fuzz.oracle.GraphShape;
import org.thetisdb.reference.graph.ReferenceNode;
import org.thetisdb.reference.graph.ReferenceRelationship;

/** An embedded Neo4j that holds one graph after another. One thread. */
final class Neo4jDatabase implements AutoCloseable {
    private static final long PAGE_CACHE_BYTES = ByteUnit.mebiBytes(32);
    private static final int CACHED_QUERIES = 100;
    /** The least that can be set: no query is run twice, so planning takes longer than running the plan. */
    private static final long PLANNING_MILLIS = 10;

    private static final int PLANS_KEPT = 16;

    private final Path directory;
    private final DatabaseManagementService service;
    private final GraphDatabaseService database;
    private @Nullable FuzzGraph held;

    /** Opens an empty one in a folder of its own, which is removed at the end. */
    Neo4jDatabase(Path folder) {
        try {
            directory = Files.createTempDirectory(folder, "neo4j-fuzz-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        service = new DatabaseManagementServiceBuilder(directory)
                .setConfig(GraphDatabaseSettings.pagecache_memory, PAGE_CACHE_BYTES)
                .setConfig(GraphDatabaseSettings.preallocate_logical_logs, false)
                .setConfig(GraphDatabaseSettings.preallocate_store_files, false)
                .setConfig(GraphDatabaseSettings.query_cache_size, CACHED_QUERIES)
                .setConfig(GraphDatabaseSettings.udc_enabled, false)
                .setConfig(GraphDatabaseSettings.debug_log_enabled, false)
                .setConfig(GraphDatabaseSettings.log_queries, GraphDatabaseSettings.LogQueryLevel.OFF)
                .setConfig(GraphDatabaseSettings.track_query_cpu_time, false)
                .setConfig(
                        GraphDatabaseSettings.transaction_tracing_level,
                        GraphDatabaseSettings.TransactionTracingLevel.DISABLED)
                .setConfig(GraphDatabaseSettings.memory_tracking, false)
                .setConfig(GraphDatabaseInternalSettings.cypher_idp_solver_duration_threshold, PLANNING_MILLIS)
                .setConfig(GraphDatabaseInternalSettings.cypher_idp_solver_table_threshold, PLANS_KEPT)
                .build();
        database = service.database("neo4j");
        register(Neo4jFunctions.class);
    }

    private void register(Class<?> functions) {
        try {
            ((GraphDatabaseAPI) database)
                    .getDependencyResolver()
                    .resolveDependency(GlobalProcedures.class)
                    .registerFunction(functions);
        } catch (ProcedureException e) {
            throw new IllegalStateException("Neo4j does not take a function: class=" + functions, e);
        }
    }

    /** Loads the graph instead of the previous one. */
    @SuppressWarnings("ReferenceEquality")
    void hold(FuzzGraph graph) {
        if (held == graph) {
            return;
        }
        held = null;
        try (Transaction transaction = database.beginTx()) {
            empty(transaction);
            Map<ReferenceNode, Node> nodes = new IdentityHashMap<>();
            for (ReferenceNode node : graph.graph().nodes()) {
                Node made = transaction.createNode(
                        node.labels().stream().map(Label::label).toArray(Label[]::new));
                node.properties().forEach((key, value) -> made.setProperty(key, Neo4jValues.property(value)));
                nodes.put(node, made);
            }
            for (ReferenceRelationship each : graph.graph().relationships()) {
                Relationship made = Objects.requireNonNull(nodes.get(each.start()))
                        .createRelationshipTo(
                                Objects.requireNonNull(nodes.get(each.end())), RelationshipType.withName(each.type()));
                each.properties().forEach((key, value) -> made.setProperty(key, Neo4jValues.property(value)));
            }
            transaction.commit();
        }
        held = graph;
    }

    private static void empty(Transaction transaction) {
        List<Relationship> relationships = new ArrayList<>();
        transaction.getAllRelationships().forEach(relationships::add);
        relationships.forEach(Relationship::delete);
        List<Node> nodes = new ArrayList<>();
        transaction.getAllNodes().forEach(nodes::add);
        nodes.forEach(Node::delete);
    }

    /** A transaction that ends by itself after the limit. The caller never commits it. */
    Transaction begin(Duration limit) {
        return database.beginTx(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The graph as a transaction sees it. */
    @SuppressWarnings("removal") // The numbers are short, and the driver has no others.
    static GraphShape graph(Transaction transaction) {
        Map<Long, Integer> places = new HashMap<>();
        List<NodeShape> nodes = new ArrayList<>();
        transaction.getAllNodes().forEach(node -> {
            places.put(node.getId(), places.size());
            nodes.add(Neo4jValues.node(node));
        });
        List<GraphShape.Link> links = new ArrayList<>();
        transaction
                .getAllRelationships()
                .forEach(each -> links.add(new GraphShape.Link(
                        Neo4jValues.relationship(each),
                        Objects.requireNonNull(places.get(each.getStartNodeId())),
                        Objects.requireNonNull(places.get(each.getEndNodeId())))));
        return GraphShape.of(nodes, links);
    }

    @Override
    public void close() {
        service.shutdown();
        try {
            StoreDirectory.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
