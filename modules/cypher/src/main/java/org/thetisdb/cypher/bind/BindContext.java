package org.thetisdb.cypher.bind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.cypher.bound.CallableCatalog;
import org.thetisdb.cypher.bound.CypherType;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.cypher.bound.Places;
import org.thetisdb.cypher.bound.Variable;
import org.thetisdb.cypher.syntax.ExpressionTree;
import org.thetisdb.cypher.syntax.SourceText;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.ThetisException.Position;

/** What all binders of one statement share: the text, what can be called, the variable ids, the parameters. */
final class BindContext {
    /** How deep an expression may be, so that it can be walked by recursion. */
    static final int DEPTH_MAX = 1000;

    private final SourceText source;
    private final CallableCatalog callables;
    private final Map<String, Integer> parameters = new LinkedHashMap<>();
    private final Remarks remarks = new Remarks();
    private final IdentityHashMap<Expression, Integer> places = new IdentityHashMap<>();
    private final IdentityHashMap<Expression, Integer> valuePlaces = new IdentityHashMap<>();
    private final Map<Variable, Integer> variablePlaces = new HashMap<>();
    private final List<Integer> writes = new ArrayList<>();
    private final VaryingLiterals literals;
    private int variableCount;
    private int depth;

    /** @param literals which literals may become parameters */
    BindContext(SourceText source, CallableCatalog callables, VaryingLiterals literals) {
        this.source = source;
        this.callables = callables;
        this.literals = literals;
    }

    /** A literal, or the parameter that stands for it. */
    Expression literal(ExpressionTree.Literal tree) {
        return literals.bind(tree);
    }

    /** A literal that has to be known before the query runs. */
    Expression fixedLiteral(ExpressionTree.Literal tree) {
        literals.fix(tree);
        return new Expression.Literal(tree.value());
    }

    /** From here to {@link #endFixed} all literals have to be known before the query runs. */
    void beginFixed() {
        literals.beginFixed();
    }

    void endFixed() {
        literals.endFixed();
    }

    Variable newVariable(String name, CypherType type) {
        boolean unknown = type.kind() == CypherType.Kind.NULL;
        return new Variable(variableCount++, name, unknown ? CypherType.ANY : type);
    }

    CallableCatalog callables() {
        return callables;
    }

    /** A variable that the user did not name. */
    Variable anonymous(String kind, CypherType type) {
        return newVariable(" ".concat(kind).concat(Integer.toString(variableCount)), type);
    }

    int variableCount() {
        return variableCount;
    }

    void mention(String parameter, int offset) {
        parameters.putIfAbsent(parameter, offset);
    }

    Set<String> parameters() {
        return parameters.keySet();
    }

    Remarks remarks() {
        return remarks;
    }

    /** Notes the place of an expression. */
    void place(Expression expression, int offset) {
        places.put(expression, offset);
    }

    /** Notes the place of the aggregate function, value of MERGE, file or procedure that gives a variable. */
    void placeVariable(Variable variable, int offset) {
        variablePlaces.putIfAbsent(variable, offset);
    }

    /** Notes the place of a clause that writes. */
    void placeWrite(int offset) {
        writes.add(offset);
    }

    /** Notes the place of a value that cannot fail by itself, though what it is used for may. */
    void placeValue(Expression value, int offset) {
        valuePlaces.put(value, offset);
    }

    /** Gives a variable the place of the value that it is computed from. */
    void placeVariableLike(Variable variable, Expression value) {
        Integer offset = valuePlaces.get(value);
        if (offset != null) {
            placeVariable(variable, offset);
        }
    }

    /** Gives an expression the place of the one that it was made from. */
    void placeLike(Expression original, Expression made) {
        Integer offset = places.get(original);
        if (offset != null) {
            places.putIfAbsent(made, offset);
        }
    }

    Places places() {
        return new Places(places, variablePlaces, parameters, writes, source::position);
    }

    void enter(int offset) {
        if (++depth > DEPTH_MAX) {
            throw error(
                    ErrorCode.LIMIT_EXCEEDED,
                    offset,
                    "the expression is nested too deeply: levelsMax=" + DEPTH_MAX + "; split it with WITH");
        }
    }

    void leave() {
        depth--;
    }

    /** Whether a sign precedes this place, blanks aside. */
    boolean isBehind(int offset, String sign) {
        return source.text().substring(0, offset).stripTrailing().endsWith(sign);
    }

    Position position(int offset) {
        return source.position(offset);
    }

    ThetisException error(ErrorCode code, int offset, String message) {
        return source.error(code, offset, message);
    }

    ThetisException notYetSupported(int offset, String what, String instead) {
        return error(ErrorCode.NOT_YET_SUPPORTED, offset, what + " is not supported yet" + instead);
    }
}
