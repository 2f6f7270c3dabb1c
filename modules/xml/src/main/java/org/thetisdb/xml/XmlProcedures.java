package org.thetisdb.xml;

import java.util.Iterator;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import net.sf.saxon.s9api.XdmItem;
import org.jspecify.annotations.Nullable;
import org.thetisdb.extension.CallContext;
import org.thetisdb.extension.TableProcedure;
import org.thetisdb.xml.document.Columns;
import org.thetisdb.xml.tree.TreeNodes;
import org.thetisdb.xml.tree.XmlCall;

/** Rows out of XML. Thread safe; the rows of a call belong to one thread. */
public final class XmlProcedures {
    private XmlProcedures() {}

    /**
     * A row of a table.
     *
     * @param number from 1
     * @param row a map, or a list, as the columns are
     */
    public record TableRow(long number, Object row) {}

    /** {@return a row for each node or value that a path finds, with what the columns' paths find from there} */
    @TableProcedure(name = "xml.table", description = "A row for each node that an XPath finds in a document.")
    public static Stream<TableRow> table(CallContext context, String document, String rowPath, Object columns) {
        XmlCall call = Engines.call(context, document);
        try {
            Columns<XmlCall.Evaluation> paths = Columns.of(columns, call::evaluation);
            return stream(new Rows(call.items(rowPath), paths), call);
        } catch (RuntimeException | Error wrongPath) {
            call.close();
            throw wrongPath;
        }
    }

    private static <T> Stream<T> stream(Iterator<T> rows, XmlCall call) {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED), false)
                .onClose(call::close);
    }

    private static final class Rows implements Iterator<TableRow> {
        private final Iterator<XdmItem> items;
        private final Columns<XmlCall.Evaluation> columns;
        private long number;

        Rows(Iterator<XdmItem> items, Columns<XmlCall.Evaluation> columns) {
            this.items = items;
            this.columns = columns;
        }

        @Override
        public boolean hasNext() {
            return items.hasNext();
        }

        @Override
        public TableRow next() {
            XdmItem item = items.next();
            return new TableRow(++number, columns.row(column -> column.of(item).orElse(null)));
        }
    }

    /**
     * A node of a document.
     *
     * @param id from 0, in the order of the document
     * @param parent the id of the node around it; null for the document itself
     * @param kind {@code document}, {@code element}, {@code text}, {@code comment} or {@code instruction}
     * @param name of an element or an instruction
     * @param value of a text, a comment or an instruction
     * @param position among its siblings, from 0
     * @param attributes with {@code @} before their names, and {@code @xmlns} for namespaces
     */
    public record NodeRow(
            long id,
            @Nullable Long parent,
            String kind,
            @Nullable String name,
            @Nullable String value,
            long position,
            Map<String, Object> attributes) {}

    /** {@return the nodes of a document, each after the one around it} */
    @TableProcedure(name = "xml.nodes", description = "The nodes of a document, from which a graph can be made.")
    public static Stream<NodeRow> nodes(CallContext context, String document) {
        XmlCall call = Engines.call(context, document);
        return stream(new Nodes(TreeNodes.of(call.document(), call.checkpoints())), call);
    }

    private record Nodes(Iterator<TreeNodes.Row> rows) implements Iterator<NodeRow> {
        @Override
        public boolean hasNext() {
            return rows.hasNext();
        }

        @Override
        public NodeRow next() {
            TreeNodes.Row row = rows.next();
            return new NodeRow(
                    row.id(), row.parent(), row.kind(), row.name(), row.value(), row.position(), row.attributes());
        }
    }
}
