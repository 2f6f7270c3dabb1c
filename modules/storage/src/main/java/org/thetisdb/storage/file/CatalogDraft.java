package org.thetisdb.storage.file;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.storage.Catalog;
import org.thetisdb.storage.Catalog.ConstraintDescriptor;
import org.thetisdb.storage.Catalog.ExtensionDescriptor;
import org.thetisdb.storage.Catalog.IndexDescriptor;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.storage.packing.ByteSink;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Names, label sets, indexes and constraints of a root that is being drawn up. Ids are dense. Not thread safe. */
final class CatalogDraft {
    final Names labels = new Names("labels", Integer.MAX_VALUE);
    final Names types = new Names("relationship types", RelationshipIdLayout.TYPE_COUNT_MAX);
    final Names propertyKeys = new Names("property keys", Integer.MAX_VALUE);
    private final Map<List<Integer>, Integer> labelSetIds = new HashMap<>();
    final List<int[]> labelSets = new ArrayList<>();
    final List<IndexDescriptor> indexes = new ArrayList<>();
    /** By the ordinal of the index: its runs, newest first. */
    final List<List<IndexExtent>> indexRuns = new ArrayList<>();

    final List<ConstraintDescriptor> constraints = new ArrayList<>();
    final List<ExtensionDescriptor> extensions = new ArrayList<>();

    /** Where jars of {@link #extensions} lie that are in a data file already, by the digest. */
    final Map<String, Extent> jars = new HashMap<>();

    /** Names of one sort and their ids. */
    static final class Names {
        private final String what;
        private final int countMax;
        private final Map<String, Integer> ids = new HashMap<>();
        private final List<String> names = new ArrayList<>();

        Names(String what, int countMax) {
            this.what = what;
            this.countMax = countMax;
        }

        int id(String name) {
            Integer known = ids.get(name);
            if (known != null) {
                return known;
            }
            if (names.size() == countMax) {
                throw new ThetisException(
                        ErrorCode.LIMIT_EXCEEDED, "too many " + what + ": countMax=" + countMax + ", name=" + name);
            }
            ids.put(name, names.size());
            names.add(name);
            return names.size() - 1;
        }

        String name(int id) {
            return names.get(id);
        }

        int count() {
            return names.size();
        }

        void write(ByteSink output) {
            output.writeInt(names.size());
            names.forEach(name -> RootCodec.writeString(output, name));
        }
    }

    /** Takes over all names, label sets and constraints of a catalog; indexes are added one by one. */
    void addAll(Catalog catalog) {
        for (int label = 0; label < catalog.labelCount(); label++) {
            labels.id(catalog.labelName(label));
        }
        for (int type = 0; type < catalog.typeCount(); type++) {
            types.id(catalog.typeName(type));
        }
        for (int key = 0; key < catalog.propertyKeyCount(); key++) {
            propertyKeys.id(catalog.propertyKeyName(key));
        }
        for (int set = 0; set < catalog.labelSetCount(); set++) {
            labelSet(catalog.labelSet(set));
        }
        constraints.clear();
        constraints.addAll(catalog.constraints());
        extensions.clear();
        extensions.addAll(catalog.extensions());
        jars.keySet()
                .retainAll(extensions.stream().map(ExtensionDescriptor::digest).toList());
    }

    int labelSet(int... labelIds) {
        int[] sorted = Arrays.stream(labelIds).sorted().distinct().toArray();
        return labelSetIds.computeIfAbsent(Arrays.stream(sorted).boxed().toList(), key -> {
            labelSets.add(sorted);
            return labelSets.size() - 1;
        });
    }

    void index(IndexDescriptor index, List<IndexExtent> runs) {
        indexes.add(index);
        indexRuns.add(List.copyOf(runs));
    }

    void write(ByteSink output) {
        labels.write(output);
        types.write(output);
        propertyKeys.write(output);
        output.writeInt(labelSets.size());
        for (int[] labelSet : labelSets) {
            output.writeInt(labelSet.length);
            for (int labelId : labelSet) {
                output.writeInt(labelId);
            }
        }
        output.writeInt(indexes.size());
        for (int ordinal = 0; ordinal < indexes.size(); ordinal++) {
            IndexDescriptor index = indexes.get(ordinal);
            RootCodec.writeString(output, index.name());
            output.writeInt(index.labelId());
            output.writeInt(index.propertyKeyIds().size());
            index.propertyKeyIds().forEach(output::writeInt);
            output.writeInt((index.unique() ? CatalogCodec.UNIQUE : 0) | (index.online() ? CatalogCodec.ONLINE : 0));
            output.writeInt(indexRuns.get(ordinal).size());
            for (IndexExtent run : indexRuns.get(ordinal)) {
                RootCodec.writeExtent(output, run.root());
                output.writeLong(run.bytes());
            }
        }
        output.writeInt(constraints.size());
        for (ConstraintDescriptor constraint : constraints) {
            RootCodec.writeString(output, constraint.name());
            output.writeInt(CatalogCodec.code(constraint.kind()));
            output.writeInt(constraint.onRelationships() ? CatalogCodec.ON_RELATIONSHIPS : 0);
            output.writeInt(constraint.labelOrTypeId());
            output.writeInt(constraint.propertyKeyIds().size());
            constraint.propertyKeyIds().forEach(output::writeInt);
        }
    }

    /** Writes the jars that are in no data file yet. */
    void writeJars(ExtentWriter writer) {
        for (ExtensionDescriptor extension : extensions) {
            jars.computeIfAbsent(
                    extension.digest(),
                    _ -> writer.append(MemorySegment.ofArray(extension.jar().bytes())));
        }
    }

    /** Extensions come last in a root, and only if there are any: roots from before there were some have no place. */
    void writeExtensions(ByteSink output) {
        if (extensions.isEmpty()) {
            return;
        }
        output.writeInt(extensions.size());
        for (ExtensionDescriptor extension : extensions) {
            RootCodec.writeString(output, extension.name());
            output.writeInt(extension.trusted() ? CatalogCodec.TRUSTED : 0);
            RootCodec.writeString(output, extension.digest());
            RootCodec.writeExtent(output, jars.getOrDefault(extension.digest(), Extent.NONE));
        }
    }
}
