package org.thetisdb.deploy;

import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/**
 * Which module an extension is.
 *
 * @param isMade whether its jar does not say, so that it was made of what is in it
 */
record ModuleDescription(ModuleDescriptor descriptor, boolean isMade) {
    private static final String MODULE_INFO = "module-info.class";
    private static final String OURS = "org.thetisdb";
    private static final String ANNOTATIONS = "org.jspecify";

    /**
     * By {@code module-info.class} if that is the extension's own; the one of a library which was packed in with others
     * does not require Thetis.
     *
     * @param there all modules that can be required
     * @throws ThetisException {@link ErrorCode#EXTENSION_INVALID} if it requires what is not there
     */
    static ModuleDescription of(String extension, JarContent content, Configuration there, boolean trusted) {
        Map<String, byte[]> classes = content.classes();
        Set<String> packages = new HashSet<>();
        for (String name : classes.keySet()) {
            String in = packageOf(name);
            if (packages.contains(in)) {
                continue;
            }
            if (isPackage(in)) {
                packages.add(in);
            } else if (!trusted) {
                throw invalid("a class of an extension is in no package, or one that has no name of Java's: name="
                        + extension + ", class=" + name + "; put it into one");
            }
        }
        Optional<ModuleDescriptor> own = content.entry(MODULE_INFO)
                .map(bytes -> ModuleDescriptor.read(ByteBuffer.wrap(bytes), () -> packages))
                .filter(each -> each.requires().stream().anyMatch(required -> isOffered(required.name())));
        return own.map(each -> new ModuleDescription(fitted(extension, each, packages, there, trusted), false))
                .orElseGet(() -> new ModuleDescription(made(extension, content, packages, there, trusted), true));
    }

    private static String packageOf(String type) {
        return type.substring(0, Math.max(0, type.lastIndexOf('.')));
    }

    private static boolean isPackage(String name) {
        try {
            return !ModuleDescriptor.newModule("m")
                    .packages(Set.of(name))
                    .build()
                    .packages()
                    .isEmpty();
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    /** Whether the database has it, as a module or on the class path. */
    private static boolean isOffered(String module) {
        return module.equals(OURS) || module.startsWith(OURS + ".");
    }

    /** As it says, but for what it requires: of pure ones, nothing but what all of them read. */
    private static ModuleDescriptor fitted(
            String extension, ModuleDescriptor own, Set<String> packages, Configuration there, boolean trusted) {
        ModuleDescriptor.Builder builder =
                own.isOpen() ? ModuleDescriptor.newOpenModule(own.name()) : ModuleDescriptor.newModule(own.name());
        for (Requires each : own.requires()) {
            if (isKept(extension, own, each, there, trusted)) {
                builder.requires(each);
            }
        }
        builder.packages(packages);
        own.exports().forEach(builder::exports);
        own.opens().forEach(builder::opens);
        own.uses().forEach(builder::uses);
        own.provides().forEach(builder::provides);
        own.version().ifPresent(builder::version);
        return builder.build();
    }

    private static boolean isKept(
            String extension, ModuleDescriptor own, Requires required, Configuration there, boolean trusted) {
        String name = required.name();
        boolean isThere = there.findModule(name).isPresent();
        if (isThere && (trusted || name.equals("java.base"))) {
            return true;
        }
        boolean isOptional = required.modifiers().contains(Requires.Modifier.STATIC);
        if (isOptional || isOffered(name) || name.equals(ANNOTATIONS)) {
            return false;
        }
        throw invalid("the module of an extension requires another one that "
                + (isThere ? "pure code must not read" : "is not there") + ": name=" + extension + ", module="
                + own.name() + ", required=" + name + "; "
                + (isThere
                        ? "do without it, or trust the extension (docs/EXTENSIONS.md)"
                        : "start Java with --add-modules " + name + ", or pack its classes into the jar and leave the"
                                + " line out of module-info.java"));
    }

    /** All of it is open and exported, as where there are no modules. */
    private static ModuleDescriptor made(
            String extension, JarContent content, Set<String> packages, Configuration there, boolean trusted) {
        StringBuilder name = new StringBuilder("extension_");
        extension.chars().forEach(each -> name.append(Character.isJavaIdentifierPart(each) ? (char) each : '_'));
        ModuleDescriptor.Builder builder =
                ModuleDescriptor.newOpenModule(name.toString()).packages(packages);
        packages.forEach(builder::exports);
        if (trusted) {
            new ModuleServices(packages, there).addTo(builder, content);
        }
        return builder.build();
    }

    private static ThetisException invalid(String message) {
        return new ThetisException(ErrorCode.EXTENSION_INVALID, message);
    }
}
