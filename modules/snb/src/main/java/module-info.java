/** The social network's data files, for tests and side-by-side runs. */
@org.jspecify.annotations.NullMarked
module org.thetisdb.snb {
    requires static org.jspecify;
    requires com.github.luben.zstd_jni;

    exports org.thetisdb.snb;
}
