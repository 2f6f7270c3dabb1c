package org.thetisdb.engine;

/** Puts extensions into the database and takes them out, each in a commit of its own. Used by one thread at a time. */
public interface ExtensionWriter {
    /**
     * Puts one into the database that is not there yet.
     *
     * @param file place of its jar, as a query writes it
     * @param trusted whether it may do anything
     * @param ifNotExists whether it is no error if there is one of that name
     * @return whether it was put
     */
    boolean create(String name, String file, boolean trusted, boolean ifNotExists);

    /** Puts one in the place of another one of its name; parameters as for {@link #create}. */
    void update(String name, String file, boolean trusted);

    /**
     * Takes one out.
     *
     * @param ifExists whether it is no error if there is none
     * @return whether there was one
     */
    boolean drop(String name, boolean ifExists);
}
