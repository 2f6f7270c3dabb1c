package org.thetisdb.engine.extension;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.thetisdb.extension.TriggerPhase;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * What is called when the graph changes, at one moment. Immutable and thread safe.
 *
 * @param statement of the phase of that name, by name; likewise the others
 * @param missing why nothing may be changed: an extension that has triggers is not loaded
 */
public record TriggerTable(
        List<TriggerExtension> statement,
        List<TriggerExtension> commit,
        List<TriggerExtension> constraint,
        List<TriggerExtension> committed,
        Optional<String> missing) {
    /** The triggers of extensions. */
    static TriggerTable of(List<Extension> extensions) {
        return new TriggerTable(
                of(extensions, TriggerPhase.STATEMENT),
                of(extensions, TriggerPhase.COMMIT),
                of(extensions, TriggerPhase.CONSTRAINT),
                of(extensions, TriggerPhase.COMMITTED),
                extensions.stream()
                        .filter(each -> each.hasTriggers() && !each.refusal().isEmpty())
                        .map(each -> "extension=" + each.name() + ", reason=" + each.refusal())
                        .findFirst());
    }

    private static List<TriggerExtension> of(List<Extension> extensions, TriggerPhase phase) {
        return extensions.stream()
                .flatMap(each -> each.triggers().stream())
                .filter(each -> each.phase() == phase)
                .sorted(Comparator.comparing(TriggerExtension::name))
                .toList();
    }

    /** An error if what is changed now would pass by a trigger. */
    public void requireComplete() {
        if (missing.isPresent()) {
            throw new ThetisException(
                    ErrorCode.TRIGGER_MISSING,
                    "an extension that has triggers is not loaded, so nothing can be changed: " + missing.get()
                            + "; mend that, or drop the extension");
        }
    }
}
