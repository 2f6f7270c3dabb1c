/** The social network's data files, for tests and side-by-side runs. */
module org.thetisdb.snb {
    requires com.github.luben.zstd_jni;

    exports org.thetisdb.snb;
}
