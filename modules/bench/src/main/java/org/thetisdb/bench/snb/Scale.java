package org.thetisdb.bench.snb;

import java.util.Arrays;
import java.util.Optional;
import org.thetisdb.bench.harness.OptionMap;

/** The scales of the data that the harness knows, with the folder that holds each. */
public enum Scale {
    SF0_003("sf0.003", "snb-sf0.003", "projected-fk.json", 29_729, 42_710),
    SF0_1("sf0.1", "snb-sf0.1", "projected-fk.json", 361_241, 1_730_087),
    SF1("sf1", "snb-sf1", "merged-fk.json", 3_040_877, 17_404_936);

    private final String label;
    private final String folder;
    private final String mapping;
    private final long nodeCount;
    private final long relationshipCount;

    Scale(String label, String folder, String mapping, long nodeCount, long relationshipCount) {
        this.label = label;
        this.folder = folder;
        this.mapping = mapping;
        this.nodeCount = nodeCount;
        this.relationshipCount = relationshipCount;
    }

    /** The name on the command line, for instance {@code sf0.1}. */
    public String label() {
        return label;
    }

    /** The folder below {@code ../shared/data}. */
    public String folder() {
        return folder;
    }

    /** The mapping of its layout, below {@code examples/snb}. */
    public String mapping() {
        return mapping;
    }

    /** Nodes of the initial snapshot. */
    public long nodeCount() {
        return nodeCount;
    }

    /** Relationships of the initial snapshot. */
    public long relationshipCount() {
        return relationshipCount;
    }

    /**
     * The scale that the option {@code --scale} names.
     *
     * @throws IllegalArgumentException if there is no such scale
     */
    public static Scale option(OptionMap options, Scale otherwise) {
        return options.text("--scale")
                .map(value ->
                        named(value).orElseThrow(() -> new IllegalArgumentException("no such scale: --scale=" + value)))
                .orElse(otherwise);
    }

    /** The scale of that name, or nothing. */
    public static Optional<Scale> named(String label) {
        return Arrays.stream(values())
                .filter(scale -> scale.label.equalsIgnoreCase(label))
                .findFirst();
    }
}
