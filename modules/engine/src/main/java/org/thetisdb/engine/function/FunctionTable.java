package org.thetisdb.engine.function;

import java.util.Map;
import java.util.Set;
import org.thetisdb.cypher.bound.Expression;
import org.thetisdb.engine.block.NumberFunctions;
import org.thetisdb.engine.evaluation.BoxedEvaluator;
import org.thetisdb.engine.evaluation.Evaluator;
import org.thetisdb.engine.kernel.CoalesceEvaluator;
import org.thetisdb.engine.kernel.CodedEvaluator;
import org.thetisdb.engine.kernel.DateEvaluator;
import org.thetisdb.engine.kernel.EntityEvaluator;
import org.thetisdb.engine.kernel.NumberEvaluator;
import org.thetisdb.engine.kernel.ReplaceEvaluator;
import org.thetisdb.engine.kernel.SplitEvaluator;
import org.thetisdb.engine.kernel.TextCaseEvaluator;
import org.thetisdb.engine.kernel.TextLengthEvaluator;
import org.thetisdb.engine.kernel.TextPartEvaluator;
import org.thetisdb.engine.kernel.TruncationEvaluator;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;
import org.thetisdb.value.vector.VectorKind;

/** Finds the evaluator of a function by its canonical name in {@code FunctionCatalog}. */
public final class FunctionTable {
    private static final Map<String, FunctionDefinitions.Definition> DEFINITIONS = definitions();

    /** Functions of a text that cost more than looking their result up; all give null for null. */
    private static final Set<String> OF_TEXT = Set.of(
            "tolower",
            "toupper",
            "trim",
            "btrim",
            "ltrim",
            "rtrim",
            "char_length",
            "left",
            "right",
            "substring",
            "replace",
            "split",
            "normalize",
            "reverse",
            "size",
            "isempty",
            "tointeger",
            "tofloat",
            "toboolean");

    private FunctionTable() {}

    /** Columns of numbers, or of texts for what is done most with them, without boxes; anything else with them. */
    private static Evaluator direct(String name, FunctionDefinitions.Definition definition, Evaluator[] arguments) {
        if (NumberFunctions.has(name, arguments.length)) {
            return new NumberEvaluator(name, arguments, held -> boxed(definition, held));
        }
        return switch (name) {
            case "size", "char_length" -> new TextLengthEvaluator(arguments[0], held -> boxed(definition, held));
            case "tolower" -> new TextCaseEvaluator(true, arguments[0], held -> boxed(definition, held));
            case "toupper" -> new TextCaseEvaluator(false, arguments[0], held -> boxed(definition, held));
            case "left" -> part(TextPartEvaluator.Part.LEFT, definition, arguments);
            case "right" -> part(TextPartEvaluator.Part.RIGHT, definition, arguments);
            case "substring" -> part(TextPartEvaluator.Part.SUBSTRING, definition, arguments);
            case "replace" ->
                arguments.length == 3
                        ? new ReplaceEvaluator(arguments, held -> boxed(definition, held))
                        : boxed(definition, arguments);
            case "split" -> new SplitEvaluator(arguments, held -> boxed(definition, held));
            case "date.truncate" -> truncation(VectorKind.DATE, definition, arguments);
            case "datetime.truncate" -> truncation(VectorKind.ZONED_DATETIME, definition, arguments);
            case "localdatetime.truncate" -> truncation(VectorKind.LOCAL_DATETIME, definition, arguments);
            default -> boxed(definition, arguments);
        };
    }

    private static Evaluator part(
            TextPartEvaluator.Part part, FunctionDefinitions.Definition definition, Evaluator[] arguments) {
        return new TextPartEvaluator(part, arguments, held -> boxed(definition, held));
    }

    /** To a unit's start; with further fields it is done by boxes. */
    private static Evaluator truncation(
            VectorKind kind, FunctionDefinitions.Definition definition, Evaluator[] arguments) {
        return arguments.length == 2
                ? new TruncationEvaluator(kind, arguments, held -> boxed(definition, held))
                : boxed(definition, arguments);
    }

    private static Evaluator boxed(FunctionDefinitions.Definition definition, Evaluator[] arguments) {
        return new BoxedEvaluator(arguments, definition.nullForNull(), definition.function());
    }

    private static Map<String, FunctionDefinitions.Definition> definitions() {
        FunctionDefinitions found = new FunctionDefinitions();
        ScalarFunctions.register(found);
        ConversionFunctions.register(found);
        StringFunctions.register(found);
        MathFunctions.register(found);
        TemporalFunctions.register(found);
        SpatialFunctions.register(found);
        VectorFunctions.register(found);
        return found.all();
    }

    /** Whether there is such a function here. */
    static boolean knows(String name) {
        return name.equals("coalesce") || DEFINITIONS.containsKey(name);
    }

    public static Evaluator compile(Expression.Call call, Evaluator[] arguments) {
        if (call.name().equals("coalesce") && arguments.length > 0) {
            return new CoalesceEvaluator(arguments);
        }
        FunctionDefinitions.Definition definition = DEFINITIONS.get(call.name());
        if (definition == null) {
            throw new ThetisException(
                    ErrorCode.UNKNOWN_FUNCTION,
                    "unknown function: name=" + call.name() + "; see the list of functions in the manual");
        }
        if (OF_TEXT.contains(call.name())) {
            return CodedEvaluator.over(arguments, given -> direct(call.name(), definition, given));
        }
        Evaluator general = direct(call.name(), definition, arguments);
        return switch (call.name()) {
            case "id" -> new EntityEvaluator(EntityEvaluator.Part.ID, arguments[0], general);
            case "startnode" -> new EntityEvaluator(EntityEvaluator.Part.START_NODE, arguments[0], general);
            case "endnode" -> new EntityEvaluator(EntityEvaluator.Part.END_NODE, arguments[0], general);
            case "date" -> arguments.length == 1 ? new DateEvaluator(arguments[0], general) : general;
            default -> general;
        };
    }
}
