package org.thetisdb.deploy;

import java.lang.annotation.AnnotationFormatError;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.engine.ExtensionWriter;
import org.thetisdb.engine.extension.Extension;
import org.thetisdb.engine.extension.ExtensionMaker;
import org.thetisdb.engine.extension.HostTypes;
import org.thetisdb.engine.fence.Fence;
import org.thetisdb.engine.fence.FenceWeaver;
import org.thetisdb.engine.fence.Purity;
import org.thetisdb.engine.query.QueryEngine;
import org.thetisdb.extension.DatabaseEvent.Action;
import org.thetisdb.file.LocalFiles;
import org.thetisdb.io.ReadableFile;
import org.thetisdb.storage.Catalog.ExtensionDescriptor;
import org.thetisdb.storage.ExtensionJar;
import org.thetisdb.storage.store.GraphStore;
import org.thetisdb.value.ErrorCode;
import org.thetisdb.value.ThetisException;

/** Keeps what queries can call in step with the extensions that lie in the database. Thread safe. */
public final class Deployments implements ExtensionWriter {
    private final GraphStore store;
    private final QueryEngine engine;
    private final LocalFiles files;
    private final Rights rights;
    private final Events events;
    private final Map<String, ExtensionDescriptor> loaded = new HashMap<>();

    /** What was in the catalog when they were last compared. */
    private volatile List<ExtensionDescriptor> seen = List.of();

    private volatile boolean begun;

    /**
     * What extensions may be.
     *
     * @param host how the database's own objects look to them
     * @param trusted whether those may be loaded that do anything
     * @param readOnly whether somebody else writes to the database
     * @param mayDefine whether classes may be made at run time
     * @param fence what those are held to that are not trusted
     */
    public record Rights(HostTypes host, boolean trusted, boolean readOnly, boolean mayDefine, Fence fence) {}

    /** Is told what becomes of extensions. Thread safe; must not wait. */
    public interface Events {
        /** Those are loaded that were there when the database was opened. */
        void loaded();

        /** One of the database has come, has taken the place of another, or has gone. */
        void changed(String extension, Action action);
    }

    /**
     * Before any is loaded.
     *
     * @param files that queries may read
     * @param events is told of changes
     */
    public Deployments(GraphStore store, QueryEngine engine, LocalFiles files, Rights rights, Events events) {
        this.events = events;
        this.store = store;
        this.engine = engine;
        this.files = files;
        this.rights = rights;
    }

    /** Loads what has come into the database, and drops what has gone: to be called before each statement. */
    @SuppressWarnings("ReferenceEquality") // The very same list: nothing has changed.
    public void keepUp() {
        if (rights.readOnly()) {
            // Whoever follows a database looks at it only when somebody asks.
            store.revision();
        }
        if (store.catalog().extensions() != seen || !begun) {
            compare();
        }
    }

    /** Asks the catalog itself: what a thread found before it had to wait may be there no more. */
    private synchronized void compare() {
        List<ExtensionDescriptor> now = store.catalog().extensions();
        Set<String> names = new HashSet<>();
        for (ExtensionDescriptor each : now) {
            names.add(each.name());
            ExtensionDescriptor known = loaded.get(each.name());
            if (known == null || !known.isSameAs(each)) {
                take(each);
                tell(each.name(), known == null ? Action.CREATED : Action.REPLACED);
            }
            loaded.put(each.name(), each);
        }
        for (String gone : new ArrayList<>(loaded.keySet())) {
            if (!names.contains(gone)) {
                loaded.remove(gone);
                if (!isOfProgram(gone)) {
                    engine.unregister(gone);
                }
                tell(gone, Action.DROPPED);
            }
        }
        seen = now;
        if (!begun) {
            begun = true;
            events.loaded();
        }
    }

    private void tell(String extension, Action action) {
        if (begun) {
            events.changed(extension, action);
        }
    }

    /** The program's own extension of that name keeps its place. */
    private void take(ExtensionDescriptor extension) {
        if (isOfProgram(extension.name())) {
            tell("the program has one of the same name: name=" + extension.name());
        } else {
            engine.register(loadedOrNot(extension));
        }
    }

    private boolean isOfProgram(String name) {
        return engine.extension(name).filter(Extension::isOfProgram).isPresent();
    }

    private static void tell(String reason) {
        System.getLogger("org.thetisdb").log(System.Logger.Level.WARNING, "an extension is not loaded: " + reason);
    }

    /** What cannot be loaded is listed, with the reason. */
    private Extension loadedOrNot(ExtensionDescriptor extension) {
        try {
            Extension made =
                    load(extension.name(), extension.trusted(), extension.jar().bytes());
            engine.check(made);
            return made;
        } catch (ThetisException reason) {
            tell(reason.getMessage());
            return Extension.refused(extension.name(), reason.getMessage(), mayHaveTriggers(extension));
        }
    }

    /** What cannot be read may have had some. */
    private static boolean mayHaveTriggers(ExtensionDescriptor extension) {
        try {
            JarContent content = JarContent.of(extension.name(), extension.jar().bytes());
            return AnnotatedClasses.haveTriggers(content.classes());
        } catch (ThetisException unreadable) {
            return true;
        }
    }

    @Override
    public boolean create(String name, String file, boolean trusted, boolean ifNotExists) {
        boolean isKnown = store.catalog().extensions().stream()
                .anyMatch(each -> each.name().equals(name));
        if (isKnown && ifNotExists) {
            return false;
        }
        put(name, file, trusted, false);
        return true;
    }

    @Override
    public void update(String name, String file, boolean trusted) {
        put(name, file, trusted, true);
    }

    private void put(String name, String file, boolean trusted, boolean replace) {
        byte[] jar = read(file);
        // Tried out before it is committed: what does not load is not in the database.
        engine.check(load(name, trusted, jar));
        store.schema().putExtension(name, trusted, jar, replace);
        keepUp();
    }

    @Override
    public boolean drop(String name, boolean ifExists) {
        boolean dropped = store.schema().dropExtension(name, ifExists);
        keepUp();
        return dropped;
    }

    private byte[] read(String place) {
        if (place.startsWith(ExtensionJar.DATA_URL)) {
            return given(place.substring(ExtensionJar.DATA_URL.length()));
        }
        Path path = files.resolveExisting(place);
        long bytes = files.fileSystem().sizeBytes(path);
        requireSize(place, bytes);
        byte[] jar = new byte[(int) bytes];
        try (ReadableFile file = files.fileSystem().openForRead(path)) {
            file.readFully(0, MemorySegment.ofArray(jar));
        }
        return jar;
    }

    /** A jar that is in the statement, as dumps have them. */
    private static byte[] given(String base64) {
        try {
            byte[] jar = Base64.getDecoder().decode(base64);
            requireSize("data:", jar.length);
            return jar;
        } catch (IllegalArgumentException wrong) {
            throw new ThetisException(
                    ErrorCode.EXTENSION_INVALID,
                    "the jar in the statement is no Base64: reason=" + wrong.getMessage()
                            + "; take the statement of a dump as it is, or name a file",
                    wrong);
        }
    }

    private static void requireSize(String place, long bytes) {
        if (bytes > ExtensionJar.BYTES_MAX) {
            throw new ThetisException(
                    ErrorCode.LIMIT_EXCEEDED,
                    "the jar of an extension is too large: place=" + place + ", bytes=" + bytes + ", bytesMax="
                            + ExtensionJar.BYTES_MAX + "; leave out what it does not need");
        }
    }

    private Extension load(String name, boolean trusted, byte[] jar) {
        if (trusted && !rights.trusted()) {
            throw new ThetisException(
                    ErrorCode.EXTENSION_INVALID,
                    "a trusted extension may do anything, and this database was opened without that right: name=" + name
                            + "; open it with --extensions trusted, in a program withTrustedExtensions(true), if all"
                            + " who run statements may do anything");
        }
        try {
            return made(name, trusted, JarContent.of(name, jar));
        } catch (ThetisException refused) {
            throw refused;
        } catch (LinkageError | AnnotationFormatError | RuntimeException broken) {
            // Reflection tells of a damaged class in a dozen ways, the most of them undeclared.
            throw new ThetisException(
                    ErrorCode.EXTENSION_INVALID,
                    "the classes of an extension cannot be used: name=" + name + ", reason=" + broken
                            + "; bring what they need within the jar, compiled for Java "
                            + Runtime.version().feature() + " or older",
                    broken);
        }
    }

    private Extension made(String name, boolean trusted, JarContent content) {
        Map<String, byte[]> classes = content.classes();
        if (!trusted) {
            Purity.require(name, classes);
            classes = FenceWeaver.woven(classes, Deployments.class.getClassLoader());
        }
        JarLoader loader = new JarLoader(name, content, classes, ExtensionModule.contract(rights.host()), trusted);
        ExtensionModule.define(name, content, loader, trusted);
        Fence fence = trusted ? Fence.OPEN : rights.fence();
        ExtensionMaker maker = new ExtensionMaker(name, rights.host(), rights.mayDefine(), fence);
        for (String each : content.described().orElseGet(() -> AnnotatedClasses.of(content.classes()))) {
            Class<?> type = loader.own(each);
            maker.add(ExtensionModule.lookup(type), type);
        }
        return maker.make().inDatabase(trusted);
    }
}
