package org.thetisdb.bench.snb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.thetisdb.bench.snb.SnbSchema.NodeFile;
import org.thetisdb.bench.snb.SnbSchema.RelationshipFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Picks parameter sets for SF1 that correspond to those of SF0.1: a person, message, tag or first name is replaced by
 * the one that has the same relative rank at SF1.
 *
 * <ul>
 *   <li>persons rank by number of friends, messages by number of direct replies, tags by number of messages and forums
 *       that carry them, first names by number of persons; most first, equal counts by id or name;
 *   <li>the relative rank is index / (count - 1), the SF1 index is rounded to the nearest;
 *   <li>the two days of bi-16 become the days on which its two tags are used most (an equal count: the earlier day),
 *       because a tag's talk clusters around events of its own;
 *   <li>other dates, countries, tag classes, cities, lengths and languages stay: both scales cover the same time and
 *       use the same dictionaries;
 *   <li>two different values of one set stay different.
 * </ul>
 *
 * <p>The choice depends on the data alone, so running the program again gives the same file.
 */
public final class ParameterPicker {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** The characters of a datetime that are its day. */
    private static final int DAY_CHARS = 10;

    private static final Set<String> PERSONS = Set.of("personId", "person1Id", "person2Id");
    private static final Set<String> TAGS = Set.of("tag", "tagA", "tagB", "tagName");

    private ParameterPicker() {}

    /** The four rankings of one scale; each list begins with the highest count. */
    private record Rankings(
            List<String> persons,
            List<String> messages,
            List<String> tags,
            List<String> firstNames,
            Map<String, String> busiestDays) {
        List<String> of(String parameter) {
            if (PERSONS.contains(parameter)) {
                return persons;
            }
            if (TAGS.contains(parameter)) {
                return tags;
            }
            return switch (parameter) {
                case "messageId" -> messages;
                case "firstName" -> firstNames;
                default -> List.of();
            };
        }
    }

    /** Reads both scales and writes the parameter sets, one per line, as a JSON array. */
    public static void write(Path projectDirectory, Path file) throws IOException {
        Rankings small = rankings(projectDirectory, Scale.SF0_1);
        Rankings large = rankings(projectDirectory, Scale.SF1);
        Path data = Dataset.dataDirectory(projectDirectory);
        List<String> lines = new ArrayList<>();
        try (Stream<Path> queries = Files.list(data.resolve("queries"))) {
            List<String> names = queries.map(path -> path.getFileName().toString())
                    .filter(name -> name.matches("(is|ic|bi|lsqb)-\\d+\\.cypher"))
                    .map(name -> name.replace(".cypher", ""))
                    .sorted(Dataset.queryOrder())
                    .toList();
            for (String query : names) {
                for (JsonNode set : Dataset.expectedFile(data, Scale.SF0_1, query)) {
                    lines.add(JSON.writeValueAsString(translate(set, small, large)));
                }
            }
        }
        Files.writeString(file, "[\n" + String.join(",\n", lines) + "\n]\n");
    }

    private static ObjectNode translate(JsonNode set, Rankings small, Rankings large) {
        ObjectNode result = JSON.createObjectNode();
        result.set("query", set.get("query"));
        ObjectNode parameters = result.putObject("params");
        Map<String, String> taken = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> parameter : set.get("params").properties()) {
            List<String> ranked = small.of(parameter.getKey());
            if (ranked.isEmpty()) {
                parameters.set(parameter.getKey(), parameter.getValue());
                continue;
            }
            String value = parameter.getValue().get("value").asString();
            String counterpart = counterpart(value, ranked, large.of(parameter.getKey()), taken);
            ObjectNode typed = parameters.putObject(parameter.getKey());
            String type = parameter.getValue().get("type").asString();
            typed.put("type", type);
            if (type.equals("INTEGER")) {
                typed.put("value", Long.parseLong(counterpart));
            } else {
                typed.put("value", counterpart);
            }
        }
        if (parameters.has("dateA")) {
            for (String side : List.of("A", "B")) {
                String tag = parameters.get("tag" + side).get("value").asString();
                ((ObjectNode) parameters.get("date" + side))
                        .put("value", large.busiestDays().get(tag));
            }
        }
        result.set("ordered", set.get("ordered"));
        return result;
    }

    private static String counterpart(
            String value, List<String> from, List<String> to, Map<String, String> takenCounterparts) {
        int index = from.indexOf(value);
        if (index < 0) {
            throw new IllegalStateException("a parameter value is not in the data: value=" + value);
        }
        int target = (int) Math.round((double) index / (from.size() - 1) * (to.size() - 1));
        while (!takenCounterparts.getOrDefault(to.get(target), value).equals(value)) {
            target = (target + 1) % to.size();
        }
        takenCounterparts.put(to.get(target), value);
        return to.get(target);
    }

    private static Rankings rankings(Path projectDirectory, Scale scale) throws IOException {
        Dataset dataset = Dataset.find(projectDirectory, scale)
                .orElseThrow(() -> new IOException("no data of scale " + scale.label()));
        Counter counter = new Counter();
        dataset.snapshot().read(counter);
        Map<String, Integer> tagUses = new HashMap<>();
        counter.tagUses.forEach((id, uses) -> tagUses.put(counter.tagNames.get(id), uses));
        Map<String, String> busiestDays = new HashMap<>();
        counter.tagDays.forEach((id, days) ->
                busiestDays.put(counter.tagNames.get(id), ranked(days).getFirst()));
        return new Rankings(
                ranked(counter.friends),
                ranked(counter.replies),
                ranked(tagUses),
                ranked(counter.firstNames),
                busiestDays);
    }

    private static List<String> ranked(Map<String, Integer> counts) {
        Comparator<Map.Entry<String, Integer>> byCount =
                Map.Entry.<String, Integer>comparingByValue().reversed();
        return counts.entrySet().stream()
                .sorted(byCount.thenComparingInt(entry -> entry.getKey().length())
                        .thenComparing(Map.Entry::getKey))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Counts friends, replies, uses of tags and bearers of first names in one pass over the snapshot. */
    private static final class Counter implements SnapshotFiles.Sink {
        private final Map<String, Integer> friends = new HashMap<>();
        private final Map<String, Integer> replies = new HashMap<>();
        private final Map<String, Integer> tagUses = new HashMap<>();
        private final Map<String, Integer> firstNames = new HashMap<>();
        private final Map<String, Map<String, Integer>> tagDays = new HashMap<>();
        private final Map<String, String> tagNames = new HashMap<>();
        private List<String> columns = List.of();

        @Override
        public void nodeHeader(NodeFile file, List<String> nodeColumns) {
            columns = nodeColumns;
        }

        @Override
        public void node(NodeFile file, List<String> fields) {
            String id = fields.get(columns.indexOf("id"));
            switch (file.file()) {
                case "Person" -> {
                    friends.merge(id, 0, Integer::sum);
                    firstNames.merge(fields.get(columns.indexOf("firstName")), 1, Integer::sum);
                }
                case "Post", "Comment" -> replies.merge(id, 0, Integer::sum);
                case "Tag" -> {
                    tagNames.put(id, fields.get(columns.indexOf("name")));
                    tagUses.merge(id, 0, Integer::sum);
                }
                default -> {
                    // Other kinds are no parameters.
                }
            }
        }

        @Override
        public void relationshipHeader(RelationshipFile file, List<String> properties) {
            // The properties are not needed.
        }

        @Override
        public void relationship(RelationshipFile file, String sourceId, String targetId, List<String> properties) {
            switch (file.type()) {
                case "KNOWS" -> {
                    friends.merge(sourceId, 1, Integer::sum);
                    friends.merge(targetId, 1, Integer::sum);
                }
                case "REPLY_OF" -> replies.merge(targetId, 1, Integer::sum);
                case "HAS_TAG" -> {
                    tagUses.merge(targetId, 1, Integer::sum);
                    if (!file.source().equals("Forum")) {
                        String day = properties.getFirst().substring(0, DAY_CHARS);
                        tagDays.computeIfAbsent(targetId, id -> new HashMap<>()).merge(day, 1, Integer::sum);
                    }
                }
                default -> {
                    // Other types do not rank anything.
                }
            }
        }
    }
}
