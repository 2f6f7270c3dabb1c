package org.thetisdb.storage.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.storage.Catalog.ConstraintDescriptor;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.Catalog.ExtensionDescriptor;
import org.thetisdb.storage.Catalog.IndexDescriptor;

/** Reads the names, label sets, indexes and constraints that {@link CatalogDraft} wrote. */
final class CatalogCodec {
    static final int UNIQUE = 1;
    static final int ONLINE = 2;
    static final int ON_RELATIONSHIPS = 1;
    static final int TRUSTED = 1;

    private static final int INDEX_BYTES_MIN = 5 * Integer.BYTES;
    private static final int RUN_BYTES = RootCodec.EXTENT_BYTES + Long.BYTES;

    private CatalogCodec() {}

    /** The number by which files name a kind; it never changes. */
    static int code(ConstraintKind kind) {
        return switch (kind) {
            case UNIQUE -> 0;
            case EXISTS -> 1;
            case KEY -> 2;
        };
    }

    private static ConstraintKind kind(int code) {
        return switch (code) {
            case 0 -> ConstraintKind.UNIQUE;
            case 1 -> ConstraintKind.EXISTS;
            default -> ConstraintKind.KEY;
        };
    }

    /** Reads the catalog; {@code runs} takes the runs of each index. */
    static StoreCatalog read(RootCodec.Input input, List<List<IndexExtent>> runs) {
        NameList<String> labels = names(input);
        NameList<String> types = names(input);
        NameList<String> keys = names(input);
        NameList<int[]> labelSets = NameList.ofLabelSets();
        int setCount = input.getCount(Integer.BYTES);
        for (int set = 0; set < setCount; set++) {
            int[] labelSet = new int[input.getCount(Integer.BYTES)];
            for (int i = 0; i < labelSet.length; i++) {
                labelSet[i] = input.getId(labels.count());
            }
            labelSets = labelSets.with(labelSet);
        }
        List<IndexDescriptor> indexes = indexes(input, labels.count(), keys.count(), runs);
        List<ConstraintDescriptor> constraints = constraints(input, labels.count(), types.count(), keys.count());
        return new StoreCatalog(labels, types, keys, labelSets, indexes, constraints, List.of(), 0);
    }

    private static NameList<String> names(RootCodec.Input input) {
        int count = input.getCount(Integer.BYTES);
        NameList<String> names = NameList.ofNames();
        for (int i = 0; i < count; i++) {
            names = names.with(input.getString());
        }
        return names;
    }

    private static List<IndexDescriptor> indexes(
            RootCodec.Input input, int labelCount, int keyCount, List<List<IndexExtent>> runs) {
        int count = input.getCount(INDEX_BYTES_MIN);
        List<IndexDescriptor> indexes = new ArrayList<>(count);
        for (int ordinal = 0; ordinal < count; ordinal++) {
            String name = input.getString();
            int labelId = input.getId(labelCount);
            List<Integer> propertyKeyIds = keys(input, keyCount);
            int flags = input.getId((UNIQUE | ONLINE) + 1);
            indexes.add(new IndexDescriptor(
                    ordinal, name, labelId, propertyKeyIds, (flags & UNIQUE) != 0, (flags & ONLINE) != 0));
            int runCount = input.getCount(RUN_BYTES);
            List<IndexExtent> ofIndex = new ArrayList<>(runCount);
            for (int run = 0; run < runCount; run++) {
                ofIndex.add(new IndexExtent(input.getExtent(), input.getLong()));
            }
            runs.add(List.copyOf(ofIndex));
        }
        return indexes;
    }

    private static List<ConstraintDescriptor> constraints(
            RootCodec.Input input, int labelCount, int typeCount, int keyCount) {
        int count = input.getCount(5 * Integer.BYTES);
        List<ConstraintDescriptor> constraints = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String name = input.getString();
            ConstraintKind kind = kind(input.getId(ConstraintKind.values().length));
            boolean onRelationships = (input.getId(ON_RELATIONSHIPS + 1) & ON_RELATIONSHIPS) != 0;
            int owner = input.getId(onRelationships ? typeCount : labelCount);
            constraints.add(new ConstraintDescriptor(name, kind, onRelationships, owner, keys(input, keyCount)));
        }
        return constraints;
    }

    /**
     * Reads the extensions that {@link CatalogDraft#writeExtensions} wrote, if there are any.
     *
     * @param reader of the jars
     * @param jars takes where they lie, by their digests
     */
    static List<ExtensionDescriptor> extensions(RootCodec.Input input, ExtentReader reader, Map<String, Extent> jars) {
        List<ExtensionDescriptor> extensions = new ArrayList<>();
        int count = input.isAtEnd() ? 0 : input.getCount(3 * Integer.BYTES + RootCodec.EXTENT_BYTES);
        for (int i = 0; i < count; i++) {
            String name = input.getString();
            boolean trusted = input.getId(TRUSTED + 1) == TRUSTED;
            String digest = input.getString();
            Extent extent = input.getExtent();
            jars.put(digest, extent);
            extensions.add(new ExtensionDescriptor(name, trusted, digest, new StoredJar(reader, extent, name, digest)));
        }
        return List.copyOf(extensions);
    }

    private static List<Integer> keys(RootCodec.Input input, int keyCount) {
        int count = input.getCount(Integer.BYTES);
        if (count == 0) {
            throw input.corrupt("an index or a constraint without property keys");
        }
        List<Integer> keys = new ArrayList<>(count);
        for (int key = 0; key < count; key++) {
            keys.add(input.getId(keyCount));
        }
        return List.copyOf(keys);
    }
}
