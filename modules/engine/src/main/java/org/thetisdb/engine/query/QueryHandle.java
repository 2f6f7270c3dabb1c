package org.thetisdb.engine.query;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.cypher.bound.LiteralParameter;
import org.thetisdb.cypher.parse.QueryLiterals;

/**
 * A text that an engine has looked up: whoever keeps it can run the query without that being done again. Any thread,
 * and as long as the engine lives.
 */
public final class QueryHandle {
    private final String text;
    private final QueryTemplate template;
    private final Map<String, Object> literals;
    private final Optional<TextShift> shift;
    private final QueryNeeds needs;

    private QueryHandle(String text, QueryTemplate template, Map<String, Object> literals, Optional<TextShift> shift) {
        this.text = text;
        this.template = template;
        this.literals = literals;
        this.shift = shift;
        this.needs = shift.isPresent() ? shift.get().of(template.needs()) : template.needs();
    }

    /** Of a text that shares its template with no other. */
    static QueryHandle of(String text, QueryTemplate own) {
        return new QueryHandle(text, own, Map.of(), Optional.empty());
    }

    /** Of a text with literals that vary. */
    static QueryHandle of(QueryLiterals literals, QueryTemplate template) {
        Map<String, Object> values = new HashMap<>();
        for (LiteralParameter parameter : template.literalParameters()) {
            values.put(parameter.name(), parameter.value(literals.value(parameter.literal())));
        }
        String text = literals.source().text();
        Optional<TextShift> shift = template.literals()
                .filter(planned -> !planned.source().text().equals(text))
                .map(planned -> new TextShift(planned, literals));
        return new QueryHandle(text, template, Map.copyOf(values), shift);
    }

    /** The query as it was written. */
    public String text() {
        return text;
    }

    /** What the query has to be given when it runs. */
    public QueryNeeds needs() {
        return needs;
    }

    /** The names of its columns. */
    public List<String> columns() {
        return template.columns();
    }

    /** The names of the parameters that it has to be given. */
    public Set<String> parameters() {
        return template.parameters();
    }

    QueryTemplate template() {
        return template;
    }

    /** Whether the template is the text's own. */
    boolean isAlone() {
        return template.literals().isEmpty();
    }

    /** Where things stand in this text that stand elsewhere in the one that was planned. */
    Optional<TextShift> shift() {
        return shift;
    }

    /** The values of a run: those given, and the literals that vary. */
    Map<String, Object> values(Map<String, Object> given) {
        if (literals.isEmpty() || given.isEmpty()) {
            return literals.isEmpty() ? given : literals;
        }
        Map<String, Object> all = HashMap.newHashMap(given.size() + literals.size());
        all.putAll(given);
        all.putAll(literals);
        return all;
    }
}
