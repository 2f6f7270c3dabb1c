package org.thetisdb.importer.load;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.thetisdb.importer.ids.IdSpace;
import org.thetisdb.importer.plan.LoadPlan;
import org.thetisdb.storage.load.BulkLoader;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * What all workers of an import share.
 *
 * @param spaces every id space by name
 * @param places of the nodes of which a property must be unique
 * @param deferred for each table of nodes and each of its foreign keys, the rows put off
 */
record ImportTarget(
        LoadPlan plan,
        ImportLimits limits,
        BulkLoader loader,
        ErrorCollector errors,
        Map<String, IdSpace> spaces,
        List<DeferredRows[]> deferred,
        Counts counts,
        NodePlaces places) {
    IdSpace space(String name) {
        return Optional.ofNullable(spaces.get(name))
                .orElseThrow(() -> new ThetisException(ErrorCode.INTERNAL, "unplanned id space: idSpace=" + name));
    }

    /** Nodes by label and relationships by type, as far as they are appended. Thread safe. */
    static final class Counts {
        private final ConcurrentHashMap<String, LongAdder> nodesByLabel = new ConcurrentHashMap<>();
        private final ConcurrentHashMap<String, LongAdder> relationshipsByType = new ConcurrentHashMap<>();
        private final LongAdder nodes = new LongAdder();
        private final LongAdder relationships = new LongAdder();

        void addNodes(Iterable<String> labels, long count) {
            nodes.add(count);
            for (String label : labels) {
                nodesByLabel.computeIfAbsent(label, name -> new LongAdder()).add(count);
            }
        }

        void addRelationships(String type, long count) {
            relationships.add(count);
            relationshipsByType.computeIfAbsent(type, name -> new LongAdder()).add(count);
        }

        long nodes() {
            return nodes.sum();
        }

        long relationships() {
            return relationships.sum();
        }

        Map<String, Long> byLabel() {
            return sums(nodesByLabel);
        }

        Map<String, Long> byType() {
            return sums(relationshipsByType);
        }

        private static Map<String, Long> sums(Map<String, LongAdder> adders) {
            Map<String, Long> sums = new TreeMap<>();
            adders.forEach((name, adder) -> sums.put(name, adder.sum()));
            return sums;
        }
    }
}
