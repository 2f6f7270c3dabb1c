package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.Remark;
import org.thetisdb.cypher.bound.Step;
import org.thetisdb.cypher.bound.Variable;

/** Which of a match's patterns, separated by commas, share variables and which do not. Used for one match only. */
final class PatternParts {
    private final int firstNewId;
    private final List<Group> groups = new ArrayList<>();

    /** Patterns that are connected. */
    private record Group(int offset, Set<Variable> variables) {}

    /** @param firstNewId variables with smaller ids were there before the match */
    PatternParts(int firstNewId) {
        this.firstNewId = firstNewId;
    }

    /** Adds a pattern, connected with all earlier ones that share one of its variables. */
    void add(int offset, List<Variable> elements) {
        Group added = new Group(offset, new LinkedHashSet<>(elements));
        for (int index = groups.size() - 1; index >= 0; index--) {
            Group group = groups.get(index);
            if (group.variables().stream().anyMatch(added.variables()::contains)) {
                groups.remove(index);
                Set<Variable> both = new LinkedHashSet<>(group.variables());
                both.addAll(added.variables());
                added = new Group(group.offset(), both);
            }
        }
        groups.add(added);
    }

    /**
     * The remark on the match, if it has parts that share nothing. A part that is connected with what was there before
     * has few matches for each row, and is left out.
     */
    Optional<Remark> remark(Step.Match match) {
        if (groups.size() < 2) {
            return Optional.empty();
        }
        List<Remark.Part> parts = new ArrayList<>(groups.size());
        for (Group group : groups) {
            if (group.variables().stream().allMatch(each -> each.id() >= firstNewId)) {
                parts.add(new Remark.Part(group.offset(), name(group.variables()), group.variables()));
            }
        }
        return parts.size() < 2 ? Optional.empty() : Optional.of(new Remark.Parts(match, parts));
    }

    private static String name(Set<Variable> variables) {
        for (Variable variable : variables) {
            if (!variable.isAnonymous()) {
                return variable.name();
            }
        }
        return "()";
    }
}
