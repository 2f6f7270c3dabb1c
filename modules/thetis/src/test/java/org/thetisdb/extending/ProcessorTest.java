package org.thetisdb.extending;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.api.Compiler;

/** Goal: mistakes in the shape of an extension are errors of the compiler. Method: sources, right and wrong. */
final class ProcessorTest {
    @TempDir
    private Path folder;

    private String compile(String members) throws IOException {
        Path source = Files.writeString(folder.resolve("Shapes.java"), """
                import org.thetisdb.extension.*;
                import java.util.*;
                public final class Shapes {
                    %s
                }
                """.formatted(members));
        return Compiler.run(
                "-d",
                folder.toString(),
                "-cp",
                Compiler.modulePath(),
                "-processor",
                "org.thetisdb.extension.processing.ExtensionProcessor",
                source.toString());
    }

    @Test
    void process_ofRightShapes_writesTheDescriptor() throws IOException {
        String said = compile("""
                @ScalarFunction(name = "s.one") public static long one(CallContext context, long a, List<String> b) {
                    return a;
                }
                @ScalarFunction(name = "s.two") public static void two(long[] a, String[] results, int count) {}
                public record Row(long a) {}
                @TableProcedure(name = "s.rows") public static List<Row> rows(Map<String, Object> a) {
                    return List.of();
                }
                @TableProcedure(name = "s.read") public static List<Row> read(StatementContext context, long a) {
                    return List.of();
                }
                @TableProcedure(name = "s.write", writes = true) public static void write(StatementContext context) {}
                @Trigger(name = "s.rule", phase = TriggerPhase.COMMIT) public static void rule(Changes changes) {}
                @Listener(name = "s.hear") public static void hear(DatabaseEvent event) {}
                @Listener(name = "s.also", events = {DatabaseEvent.Opened.class, DatabaseEvent.Closing.class})
                public static void also(ListenerContext context, DatabaseEvent event) {}
                @AggregateFunction(name = "s.sum") public static final class Sum implements Aggregate<Sum> {
                    public void add(double value) {}
                    public void merge(Sum other) {}
                    public Double result() { return 0.0; }
                }
                @AggregateFunction(name = "s.far") public static final class Far implements Aggregate<Far> {
                    public void add(org.thetisdb.Node node, org.thetisdb.Relationship by, org.thetisdb.Path path) {}
                    public void merge(Far other) {}
                    public org.thetisdb.Node result() { return null; }
                }
                """);
        assertThat(said).doesNotContain("error");
        assertThat(folder.resolve("META-INF/thetis/extension")).hasContent("Shapes\nShapes$Far\nShapes$Sum\n");
    }

    @Test
    void process_ofWrongShapes_saysWhatIsWrong() throws IOException {
        assertThat(compile("@ScalarFunction(name = \"one\") public static long one() { return 1; }"))
                .contains("namespace");
        assertThat(compile("@ScalarFunction(name = \"s.one\") static long one() { return 1; }"))
                .contains("public and static");
        assertThat(compile("@ScalarFunction(name = \"s.one\") public static long one(float a) { return 1; }"))
                .contains("no value of Cypher is given as float");
        assertThat(compile("@ScalarFunction(name = \"s.one\") public static void one(long[] a) {}"))
                .contains("returns nothing");
        assertThat(compile("@TableProcedure(name = \"s.one\") public static List<String> one() { return null; }"))
                .contains("of a record");
        assertThat(compile("@TableProcedure(name = \"s.one\", writes = true) public static void one(long a) {}"))
                .contains("takes a StatementContext first");
        assertThat(compile("@TableProcedure(name = \"s.one\") public static void one(StatementContext context) {}"))
                .contains("nothing only if it writes");
        assertThat(compile(
                        "@ScalarFunction(name = \"s.one\") public static long one(StatementContext c) { return 1; }"))
                .contains("only a procedure runs statements");
        assertThat(compile("@Trigger(name = \"s.one\", phase = TriggerPhase.COMMIT) public static void one(long a) {}"))
                .contains("a trigger returns nothing and takes Changes");
        assertThat(compile("@Listener(name = \"s.one\") public static void one(ListenerContext context) {}"))
                .contains("a listener returns nothing and takes a DatabaseEvent");
        assertThat(compile("@Listener(name = \"one\") static void one(DatabaseEvent event) {}"))
                .contains("namespace")
                .contains("public and static");
        assertThat(compile("@AggregateFunction(name = \"s.one\") public static final class One {}"))
                .contains("implements Aggregate")
                .contains("one public void add");
    }
}
