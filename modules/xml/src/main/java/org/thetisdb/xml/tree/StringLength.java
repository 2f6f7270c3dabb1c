package org.thetisdb.xml.tree;

import net.sf.saxon.expr.XPathContext;
import net.sf.saxon.functions.ScalarSystemFunction;
import net.sf.saxon.functions.registry.BuiltInFunctionSet;
import net.sf.saxon.om.AtomicSequence;
import net.sf.saxon.om.Item;
import net.sf.saxon.om.NamespaceUri;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.om.Sequence;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.type.AnyItemType;
import net.sf.saxon.type.BuiltInAtomicType;
import net.sf.saxon.value.AtomicValue;
import net.sf.saxon.value.Int64Value;
import net.sf.saxon.value.StringValue;
import org.jspecify.annotations.Nullable;

/** The function {@code string-length} with one argument, which asks {@link TextLengths} about nodes. Stateless. */
final class StringLength extends ScalarSystemFunction {
    @Override
    public Sequence resultWhenEmpty() {
        return Int64Value.ZERO;
    }

    @Override
    public AtomicValue evaluate(@Nullable Item item, XPathContext context) throws XPathException {
        if (item == null) {
            return Int64Value.ZERO;
        }
        if (item instanceof NodeInfo node) {
            return Int64Value.makeIntegerValue(TextLengths.of(node));
        }
        AtomicSequence values = item.atomize();
        if (values.getLength() == 0) {
            return Int64Value.ZERO;
        }
        if (values.getLength() == 1 && values.head() instanceof StringValue text) {
            return Int64Value.makeIntegerValue(text.getUnicodeStringValue().length());
        }
        throw new XPathException(
                        "the argument of string-length() is one string or node: argument=" + item.toShortString(),
                        "XPTY0004")
                .asTypeError();
    }

    /** A library of nothing else, to be asked before Saxon's. */
    static final class Library extends BuiltInFunctionSet {
        Library() {
            register(
                    "string-length",
                    1,
                    entry -> entry.populate(StringLength::new, BuiltInAtomicType.INTEGER, ONE, 0)
                            .arg(0, AnyItemType.getInstance(), OPT, null));
        }

        @Override
        public NamespaceUri getNamespace() {
            return NamespaceUri.FN;
        }

        @Override
        public @Nullable String getConventionalPrefix() {
            return "fn";
        }
    }
}
