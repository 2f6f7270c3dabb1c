package org.thetisdb.storage.log;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.thetisdb.storage.Catalog.ConstraintKind;
import org.thetisdb.storage.NodeIdLayout;
import org.thetisdb.storage.RelationshipIdLayout;
import org.thetisdb.value.IsoDuration;
import org.thetisdb.value.Point;

/** Makes operations up. */
final class RandomChanges {
    private final Random random;

    RandomChanges(Random random) {
        this.random = random;
    }

    void give(int count, Changes changes) {
        for (int i = 0; i < count; i++) {
            giveOne(changes);
        }
    }

    private void giveOne(Changes changes) {
        switch (random.nextInt(8)) {
            case 0 -> {
                Object[] values = values(false);
                changes.createNode(node(), random.nextInt(1 << random.nextInt(1, 31)), keys(values.length), values);
            }
            case 1 -> changes.setLabels(node(), random.nextInt(1000));
            case 2 -> {
                Object[] values = values(true);
                changes.setNodeProperties(node(), keys(values.length), values);
            }
            case 3 -> changes.deleteNode(node());
            case 4 -> {
                Object[] values = values(false);
                changes.createRelationship(relationship(), node(), node(), keys(values.length), values);
            }
            case 5 -> {
                Object[] values = values(true);
                changes.setRelationshipProperties(relationship(), keys(values.length), values);
            }
            case 6 -> changes.deleteRelationship(relationship(), node(), node());
            default -> changes.schemaChange(schemaChange());
        }
    }

    private SchemaChange schemaChange() {
        String name = text();
        List<Integer> keys = random.ints(random.nextInt(4), 0, 5000).boxed().toList();
        return switch (random.nextInt(5)) {
            case 0 -> new SchemaChange.CreateIndex(name, random.nextInt(300), keys, random.nextBoolean());
            case 1 -> new SchemaChange.DropIndex(name);
            case 2 ->
                new SchemaChange.CreateConstraint(
                        name, ConstraintKind.values()[random.nextInt(3)], random.nextBoolean(), 7, keys);
            case 3 -> new SchemaChange.DropConstraint(name);
            default -> new SchemaChange.IndexOnline(name);
        };
    }

    private long node() {
        return NodeIdLayout.id(random.nextInt(1 << random.nextInt(25)), random.nextInt(NodeIdLayout.CHUNK_ROWS));
    }

    private long relationship() {
        return RelationshipIdLayout.id(
                random.nextInt(RelationshipIdLayout.TYPE_COUNT_MAX),
                random.nextInt(1 << random.nextInt(25)),
                random.nextInt(1 << random.nextInt(29)));
    }

    private int[] keys(int count) {
        return random.ints(count, 0, 1 << random.nextInt(1, 31)).toArray();
    }

    private Object[] values(boolean withNull) {
        Object[] values = new Object[random.nextInt(5)];
        for (int i = 0; i < values.length; i++) {
            values[i] = withNull && random.nextInt(4) == 0 ? null : value(0);
        }
        return values;
    }

    private String text() {
        int length = random.nextInt(1 << random.nextInt(9));
        return random.ints(length, 0x20, 0x2FF)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private Object value(int depth) {
        return switch (random.nextInt(depth > 2 ? 11 : 13)) {
            case 0 -> random.nextBoolean();
            case 1 -> random.nextLong() >> random.nextInt(64);
            case 2 -> random.nextGaussian();
            case 3 -> text();
            case 4 -> LocalDate.ofEpochDay(random.nextInt(100_000));
            case 5 -> LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L));
            case 6 -> OffsetTime.of(LocalTime.ofSecondOfDay(random.nextInt(86_400)), ZoneOffset.ofHours(2));
            case 7 -> LocalDateTime.ofEpochSecond(random.nextInt(), random.nextInt(1000), ZoneOffset.UTC);
            case 8 ->
                ZonedDateTime.parse("2026-11-21T08:00:00+01:00[Europe/Berlin]").plusSeconds(random.nextInt());
            case 9 -> IsoDuration.of(random.nextInt(), random.nextInt(), random.nextInt(), random.nextInt(1000));
            case 10 -> Point.of(Point.WGS_84, random.nextDouble(), random.nextDouble());
            case 11 -> List.of(value(depth + 1), value(depth + 1));
            default -> Map.of("key", value(depth + 1));
        };
    }
}
