package org.thetisdb.demo;

import org.thetisdb.shell.Main;

/**
 * Where the process of the run-time image begins: the command line, entered from this module. What the JVM has learnt
 * in {@link Training} serves only processes that begin in the same module.
 */
public final class ImageMain {
    private ImageMain() {}

    public static void main(String[] words) {
        Main.main(words);
    }
}
