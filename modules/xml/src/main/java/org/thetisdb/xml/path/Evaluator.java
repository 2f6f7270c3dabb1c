package org.thetisdb.xml.path;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thetisdb.xml.document.Checkpoints;
import org.thetisdb.xml.path.Condition.Comparison;

/** Finds what a path says in one document. Used by one thread. */
final class Evaluator {
    /** No value, which is another thing than null. */
    private static final Object NOTHING = new Object();

    private final PathNode document;
    private final Checkpoints checkpoints;

    Evaluator(@Nullable Object document, Checkpoints checkpoints) {
        this.document = PathNode.ofDocument(document);
        this.checkpoints = checkpoints;
    }

    /** All that a path finds from the document. */
    List<PathNode> find(PathQuery query) {
        return find(query, document);
    }

    private List<PathNode> find(PathQuery query, PathNode current) {
        List<PathNode> nodes = List.of(query.isRelative() ? current : document);
        for (PathQuery.Segment segment : query.segments()) {
            List<PathNode> found = new ArrayList<>();
            for (PathNode node : nodes) {
                if (segment.isDescendant()) {
                    descend(segment, node, found);
                } else {
                    select(segment, node, found);
                }
            }
            nodes = found;
        }
        return nodes;
    }

    private void descend(PathQuery.Segment segment, PathNode node, List<PathNode> found) {
        select(segment, node, found);
        children(node).forEach(child -> descend(segment, child, found));
    }

    private void select(PathQuery.Segment segment, PathNode node, List<PathNode> found) {
        checkpoints.step();
        for (Selector selector : segment.selectors()) {
            switch (selector) {
                case Selector.Name(String name) -> {
                    if (node.value() instanceof Map<?, ?> map && map.containsKey(name)) {
                        found.add(node.child(name, map.get(name)));
                    }
                }
                case Selector.Wildcard _ -> found.addAll(children(node));
                case Selector.Index(long index) -> index(node, index, found);
                case Selector.Slice slice -> slice(node, slice, found);
                case Selector.Filter(Condition condition) -> {
                    for (PathNode child : children(node)) {
                        if (holds(condition, child)) {
                            found.add(child);
                        }
                    }
                }
            }
        }
    }

    private static List<PathNode> children(PathNode node) {
        List<PathNode> children = new ArrayList<>();
        if (node.value() instanceof Map<?, ?> map) {
            map.forEach((name, value) -> children.add(node.child(String.valueOf(name), value)));
        } else if (node.value() instanceof List<?> list) {
            for (int index = 0; index < list.size(); index++) {
                children.add(node.child(index, list.get(index)));
            }
        }
        return children;
    }

    private static void index(PathNode node, long index, List<PathNode> found) {
        if (node.value() instanceof List<?> list) {
            long place = index < 0 ? list.size() + index : index;
            if (place >= 0 && place < list.size()) {
                found.add(node.child((int) place, list.get((int) place)));
            }
        }
    }

    private static void slice(PathNode node, Selector.Slice slice, List<PathNode> found) {
        if (!(node.value() instanceof List<?> list) || slice.step() == 0) {
            return;
        }
        long size = list.size();
        long step = slice.step();
        long start = slice.start() == null ? step > 0 ? 0 : size - 1 : normal(slice.start(), size);
        long end = slice.end() == null ? step > 0 ? size : -size - 1 : normal(slice.end(), size);
        if (step > 0) {
            long upper = Math.clamp(end, 0, size);
            for (long index = Math.clamp(start, 0, size); index < upper; index += step) {
                found.add(node.child((int) index, list.get((int) index)));
            }
        } else {
            long lower = Math.clamp(end, -1, size - 1);
            for (long index = Math.clamp(start, -1, size - 1); index > lower; index += step) {
                found.add(node.child((int) index, list.get((int) index)));
            }
        }
    }

    private static long normal(long index, long size) {
        return index >= 0 ? index : size + index;
    }

    private boolean holds(Condition condition, PathNode current) {
        return switch (condition) {
            case Condition.Or(List<Condition> parts) -> parts.stream().anyMatch(each -> holds(each, current));
            case Condition.And(List<Condition> parts) -> parts.stream().allMatch(each -> holds(each, current));
            case Condition.Not(Condition part) -> !holds(part, current);
            case Condition.Exists(PathQuery query) -> !find(query, current).isEmpty();
            case Condition.Matches matches ->
                value(matches.text(), current) instanceof String text
                        && value(matches.pattern(), current) instanceof String pattern
                        && RegularExpression.matches(text, pattern, matches.isWhole(), checkpoints);
            case Condition.Compared compared ->
                holds(value(compared.left(), current), compared.comparison(), value(compared.right(), current));
        };
    }

    private static boolean holds(@Nullable Object left, Comparison comparison, @Nullable Object right) {
        return switch (comparison) {
            case EQUAL -> isEqual(left, right);
            case UNEQUAL -> !isEqual(left, right);
            case LESS -> isLess(left, right);
            case LESS_OR_EQUAL -> isLess(left, right) || isEqual(left, right);
            case GREATER -> isLess(right, left);
            case GREATER_OR_EQUAL -> isLess(right, left) || isEqual(left, right);
        };
    }

    private @Nullable Object value(Operand operand, PathNode current) {
        return switch (operand) {
            case Operand.Literal(Object value) -> value;
            case Operand.Single(PathQuery query) -> only(find(query, current));
            case Operand.Only(PathQuery query) -> only(find(query, current));
            case Operand.Count(PathQuery query) -> (long) find(query, current).size();
            case Operand.Length(Operand of) -> length(value(of, current));
        };
    }

    private static @Nullable Object only(List<PathNode> nodes) {
        return nodes.size() == 1 ? nodes.getFirst().value() : NOTHING;
    }

    private static Object length(@Nullable Object value) {
        return switch (value) {
            case String text -> (long) text.codePointCount(0, text.length());
            case List<?> list -> (long) list.size();
            case Map<?, ?> map -> (long) map.size();
            case null, default -> NOTHING;
        };
    }

    private static boolean isEqual(@Nullable Object left, @Nullable Object right) {
        if (left instanceof Number first && right instanceof Number second) {
            return compare(first, second) == 0;
        }
        if (left instanceof List<?> first && right instanceof List<?> second) {
            boolean equal = first.size() == second.size();
            for (int index = 0; equal && index < first.size(); index++) {
                equal = isEqual(first.get(index), second.get(index));
            }
            return equal;
        }
        if (left instanceof Map<?, ?> first && right instanceof Map<?, ?> second) {
            return first.size() == second.size()
                    && first.entrySet().stream()
                            .allMatch(each -> second.containsKey(each.getKey())
                                    && isEqual(each.getValue(), second.get(each.getKey())));
        }
        return left == null ? right == null : left.equals(right);
    }

    private static boolean isLess(@Nullable Object left, @Nullable Object right) {
        if (left instanceof Number first && right instanceof Number second) {
            return compare(first, second) < 0;
        }
        return left instanceof String first && right instanceof String second && compare(first, second) < 0;
    }

    private static int compare(Number left, Number right) {
        if (left instanceof Long first && right instanceof Long second) {
            return Long.compare(first, second);
        }
        // Zero has no sign in JSON.
        return Double.compare(left.doubleValue() + 0.0, right.doubleValue() + 0.0);
    }

    /** By the numbers of the characters, which is another order than that of Java's units. */
    private static int compare(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int index = 0; index < length; index++) {
            char first = left.charAt(index);
            char second = right.charAt(index);
            if (first != second) {
                boolean bothPlain = !Character.isSurrogate(first) && !Character.isSurrogate(second);
                boolean bothHalves = Character.isSurrogate(first) && Character.isSurrogate(second);
                return bothPlain || bothHalves
                        ? Character.compare(first, second)
                        : Character.isSurrogate(first) ? 1 : -1;
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}
