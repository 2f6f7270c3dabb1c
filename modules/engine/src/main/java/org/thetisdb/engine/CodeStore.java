package org.thetisdb.engine;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where an engine keeps the code of loops from one process to the next. What is read may be damaged, and made by any
 * build: the engine looks whether it is its own. Never fails: what cannot be read is not there, what cannot be written
 * is not written, and a notice says so. Called by the thread that compiles, and by those who ask what is kept; thread
 * safe.
 */
public interface CodeStore {
    /** Keeps nothing. */
    CodeStore NONE = new CodeStore() {
        @Override
        public boolean isOn() {
            return false;
        }

        @Override
        public Optional<byte[]> read(String name) {
            return Optional.empty();
        }

        @Override
        public void write(String name, byte[] bytes) {}

        @Override
        public void visit(Consumer<byte[]> visitor) {}

        @Override
        public void notice(String text) {}
    };

    /** Whether anything may be kept. */
    boolean isOn();

    /**
     * What was written under a name last, by whichever process; empty if there is nothing, or if others than the owner
     * of this process could have written it.
     */
    Optional<byte[]> read(String name);

    /** Keeps some bytes under a name, instead of what was there: others see all of them or none. */
    void write(String name, byte[] bytes);

    /** Shows all that {@link #read} would give, in any order; that is no use of it. */
    void visit(Consumer<byte[]> visitor);

    /** Tells whoever runs the database, each text once. */
    void notice(String text);
}
