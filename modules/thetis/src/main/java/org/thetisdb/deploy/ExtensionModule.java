package org.thetisdb.deploy;

import java.lang.invoke.MethodHandles;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolutionException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.engine.extension.HostTypes;
import org.thetisdb.extension.ScalarFunction;
import org.thetisdb.extension.guard.Guard;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.Point;
import org.thetisdb.value.ThetisException;

/**
 * Puts the classes of an extension into a module of a layer of its own, before the first of them is loaded:
 *
 * <pre>
 *   layer of the database    java.base   java.sql …   org.thetisdb, or the class path
 *        ▲                       ▲           ▲             ▲
 *        │ parent                │ reads     │ trusted     │ pure: what it is written against
 *   layer of the extension    extension_text ─────────────┘
 * </pre>
 *
 * <p>What a module does not read cannot be linked to by its classes, whatever they say: for pure code this is a second
 * wall behind the fence. Stateless.
 */
final class ExtensionModule {
    private ExtensionModule() {}

    /** One class of each module, and of each package, that pure code is written against. */
    static List<Class<?>> contract(HostTypes host) {
        return List.of(ScalarFunction.class, Guard.class, host.node(), Point.class);
    }

    /**
     * Defines the module.
     *
     * @param loader has loaded no class yet
     * @throws ThetisException {@link ErrorCode#EXTENSION_INVALID} if it requires what is not there
     */
    @SuppressWarnings("restricted") // A trusted one may do what the database may.
    static void define(String extension, JarContent content, JarLoader loader, boolean trusted) {
        ModuleLayer parent = parent();
        ModuleDescription description = ModuleDescription.of(extension, content, parent.configuration(), trusted);
        ModuleDescriptor descriptor = description.descriptor();
        ModuleLayer.Controller controller = layer(extension, new ContentFinder(descriptor, content), loader, parent);
        Module module = controller.layer().findModule(descriptor.name()).orElseThrow();
        Module own = ExtensionModule.class.getModule();
        descriptor.packages().forEach(each -> controller.addOpens(module, each, own));
        own.addReads(module);
        if (!trusted) {
            loader.contract().forEach(each -> controller.addReads(module, each.getModule()));
            return;
        }
        own.addReads(loader.getUnnamedModule());
        if (own.isNativeAccessEnabled()) {
            controller.enableNativeAccess(module);
        }
        if (description.isMade()) {
            modules(parent, new HashSet<>()).forEach(each -> controller.addReads(module, each));
            for (ClassLoader each = loader; each != null; each = each.getParent()) {
                controller.addReads(module, each.getUnnamedModule());
            }
        } else {
            // Of the class path, where no line of a module can name it.
            loader.contract().stream()
                    .map(Class::getModule)
                    .filter(each -> !each.isNamed())
                    .forEach(each -> controller.addReads(module, each));
        }
    }

    /** What the database itself may see; the one of the JVM where it comes from the class path. */
    private static ModuleLayer parent() {
        ModuleLayer own = ExtensionModule.class.getModule().getLayer();
        return own == null ? ModuleLayer.boot() : own;
    }

    private static ModuleLayer.Controller layer(
            String extension, ContentFinder finder, JarLoader loader, ModuleLayer parent) {
        String module = finder.descriptor().name();
        try {
            Configuration resolved = parent.configuration().resolve(finder, ModuleFinder.of(), Set.of(module));
            return ModuleLayer.defineModules(resolved, List.of(parent), _ -> loader);
        } catch (ResolutionException | LayerInstantiationException refused) {
            throw new ThetisException(
                    ErrorCode.EXTENSION_INVALID,
                    "the module of an extension cannot be made: name=" + extension + ", module=" + module + ", reason="
                            + refused.getMessage()
                            + "; leave packages of the platform out of the jar, and out of module-info.java what it"
                            + " brings itself",
                    refused);
        }
    }

    private static Set<Module> modules(ModuleLayer layer, Set<Module> found) {
        found.addAll(layer.modules());
        layer.parents().forEach(each -> modules(each, found));
        return found;
    }

    /** Sees public members of public classes of the module, exported or not. */
    static MethodHandles.Lookup lookup(Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .dropLookupMode(MethodHandles.Lookup.PACKAGE);
        } catch (IllegalAccessException impossible) {
            throw new AssertionError("the packages of an extension are open to the database", impossible);
        }
    }
}
