/** The contract between Thetis and code that runs inside it. It stays as it is; without any dependency. */
@org.jspecify.annotations.NullMarked
module org.thetisdb.extension {
    requires static java.compiler;
    requires static org.jspecify;

    exports org.thetisdb.extension;
    exports org.thetisdb.extension.guard;
}
