package org.thetisdb.extending;

import java.util.List;

/** What somebody might try who may deploy pure extensions: the members of a class, of which {@code f} is called. */
final class Attempts {
    private Attempts() {}

    /** How it must end. */
    enum End {
        /** The extension is not taken in. */
        REFUSED,
        /** The call is ended, for its time or for what it takes. */
        STOPPED,
        /** The call ends with an error of its own. */
        FAILED
    }

    /** One attempt. */
    record Attempt(String name, End end, String members) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Attempt refused(String name, String body) {
        return new Attempt(name, End.REFUSED, function(body));
    }

    private static Attempt stopped(String name, String body) {
        return new Attempt(name, End.STOPPED, function(body));
    }

    private static Attempt failed(String name, String body) {
        return new Attempt(name, End.FAILED, function(body));
    }

    private static String function(String body) {
        return "public static long f(long x) throws Throwable { " + body + " }";
    }

    private static Attempt with(Attempt attempt, String members) {
        return new Attempt(
                attempt.name(),
                attempt.end(),
                attempt.members()
                                .replace(
                                        "public static long f(",
                                        "@ScalarFunction(name = \"evil.f\") public static long f(")
                        + " " + members);
    }

    /** All of them. */
    static List<Attempt> all() {
        return List.of(
                // The machine.
                with(refused("exit", "System.exit(1); return x;"), ""),
                with(refused("halt", "Runtime.getRuntime().halt(1); return x;"), ""),
                with(refused("exit by reference", "IntConsumer c = System::exit; c.accept(1); return x;"), ""),
                with(refused("process", "new ProcessBuilder(\"ls\").start(); return x;"), ""),
                with(refused("exec", "Runtime.getRuntime().exec(\"ls\"); return x;"), ""),
                with(refused("environment", "return System.getenv().size();"), ""),
                with(refused("property", "return System.getProperty(\"user.home\").length();"), ""),
                with(refused("property by number", "return Long.getLong(\"x\", 1L);"), ""),
                with(refused("output", "System.setOut(null); return x;"), ""),
                with(refused("print", "System.out.println(x); return x;"), ""),
                with(refused("library", "System.loadLibrary(\"x\"); return x;"), ""),
                with(refused("native", "return g(x);"), "static native long g(long x);"),
                with(refused("collector", "System.gc(); return x;"), ""),
                with(refused("hook", "Runtime.getRuntime().addShutdownHook(null); return x;"), ""),
                with(refused("locale", "Locale.setDefault(Locale.ROOT); return x;"), ""),
                // Files and networks.
                with(refused("file", "return java.nio.file.Files.size(java.nio.file.Path.of(\"/etc/passwd\"));"), ""),
                with(refused("stream", "return new java.io.FileInputStream(\"/etc/passwd\").read();"), ""),
                with(refused("delete", "return new java.io.File(\"x\").delete() ? 1 : 0;"), ""),
                with(refused("socket", "new java.net.Socket(\"localhost\", 1); return x;"), ""),
                with(refused("url", "return java.net.URI.create(\"http://x\").toURL().openStream().read();"), ""),
                with(refused("resource", "return Evil.class.getResourceAsStream(\"/x\").read();"), ""),
                // Threads and locks.
                with(refused("thread", "new Thread(() -> {}).start(); return x;"), ""),
                with(refused("thread class", "new T().start(); return x;"), "static final class T extends Thread {}"),
                with(refused("virtual thread", "Thread.startVirtualThread(() -> {}); return x;"), ""),
                with(refused("sleep", "Thread.sleep(100000); return x;"), ""),
                with(refused("current thread", "Thread.currentThread().interrupt(); return x;"), ""),
                with(refused("pool", "return java.util.concurrent.ForkJoinPool.commonPool().getPoolSize();"), ""),
                with(refused("future", "java.util.concurrent.CompletableFuture.runAsync(() -> {}); return x;"), ""),
                with(refused("timer", "new java.util.Timer(); return x;"), ""),
                with(refused("parallel", "return List.of(1).parallelStream().count();"), ""),
                with(refused("parallel later", "return List.of(1).stream().parallel().count();"), ""),
                with(refused("parallel sort", "Arrays.parallelSort(new long[2]); return x;"), ""),
                with(refused("lock", "synchronized (Evil.class) { return x; }"), ""),
                with(refused("locked", "return g(x);"), "static synchronized long g(long x) { return x; }"),
                with(refused("wait", "new Object().wait(); return x;"), ""),
                with(refused("local", "new ThreadLocal<Long>().set(x); return x;"), ""),
                with(refused("static state", "count += x; return count;"), "static long count;"),
                with(
                        refused("finalizer", "new F(); return x;"),
                        "static final class F { protected void finalize() {} }"),
                with(refused("cleaner", "java.lang.ref.Cleaner.create(); return x;"), ""),
                // Reflection and classes.
                with(refused("forName", "Class.forName(\"java.lang.Runtime\"); return x;"), ""),
                with(refused("methods", "return Evil.class.getDeclaredMethods().length;"), ""),
                with(refused("getClass", "return \"\".getClass().getMethods().length;"), ""),
                with(refused("loader", "return Evil.class.getClassLoader().hashCode();"), ""),
                with(refused("own loader", "new L(); return x;"), "static final class L extends ClassLoader {}"),
                with(refused("lookup", "java.lang.invoke.MethodHandles.lookup(); return x;"), ""),
                with(
                        refused("unsafe", "sun.misc.Unsafe.class.getName(); return x;"),
                        "static sun.misc.Unsafe u() {" + " return null; } static long g() { return u().pageSize(); }"),
                with(refused("proxy", "java.lang.reflect.Proxy.isProxyClass(Evil.class); return x;"), ""),
                with(refused("service", "java.util.ServiceLoader.load(Runnable.class); return x;"), ""),
                with(refused("native memory", "java.lang.foreign.Arena.global().allocate(8); return x;"), ""),
                with(refused("stack", "return StackWalker.getInstance().walk(s -> s.count());"), ""),
                with(refused("deserialize", "new java.io.ObjectInputStream(null).readObject(); return x;"), ""),
                with(
                        refused("serializable", "return x;"),
                        "static final class S implements java.io.Serializable {"
                                + " private Object readResolve() { return this; } }"),
                with(refused("database", "org.thetisdb.Database.open(null); return x;"), ""),
                with(refused("guard", "org.thetisdb.extension.guard.GuardedCall.enter().close(); return x;"), ""),
                with(refused("stop itself", "throw new org.thetisdb.extension.guard.StoppedError(\"x\");"), ""),
                // What the platform does without asking.
                with(refused("generate", "return Stream.generate(() -> 1).count();"), ""),
                with(refused("iterate", "return LongStream.iterate(1, i -> i + 1).sum();"), ""),
                with(refused("range", "return LongStream.range(0, Long.MAX_VALUE).filter(i -> i < 0).count();"), ""),
                with(refused("random", "return new Random().ints().filter(i -> false).count();"), ""),
                with(refused("power", "return java.math.BigInteger.TEN.pow(2000000000).bitLength();"), ""),
                with(refused("format", "return String.format(\"%2000000000d\", x).length();"), ""),
                with(refused("copies", "return Collections.nCopies(2000000000, x).hashCode();"), ""),
                with(refused("cube", "return new long[1000][1000][1000].length;"), ""),
                with(
                        refused(
                                "repeat by reference",
                                "IntFunction<String> r = \"a\"::repeat;" + " return r.apply(2000000000).length();"),
                        ""),
                // Without end.
                with(stopped("loop", "while (true) { x++; if (x == 0) return x; }"), ""),
                with(stopped("empty loop", "for (;;) { }"), ""),
                with(
                        stopped(
                                "loop in a lambda",
                                "LongUnaryOperator f = y -> { while (y != 0) y |= 1; return y; };"
                                        + " return f.applyAsLong(1);"),
                        ""),
                with(stopped("switch", "for (;;) { switch ((int) x) { case 1: x = 2; break; default: x = 1; } }"), ""),
                with(stopped("caught", "for (;;) { try { while (true) x++; } catch (Throwable t) { x = 0; } }"), ""),
                with(
                        stopped("caught as an error", "for (;;) { try { for (;;) x++; } catch (Error t) { x = 0; } }"),
                        ""),
                with(stopped("finally", "for (;;) { try { for (;;) x++; } finally { if (x != 0) continue; } }"), ""),
                with(
                        stopped("caught deep", "return g(x);"),
                        "static long g(long x) { try { for (;;) x++; }" + " catch (Throwable t) { return g(x); } }"),
                with(
                        stopped("many calls", "return g(100);"),
                        "static long g(long x) {" + " return x < 2 ? x : g(x - 1) + g(x - 2); }"),
                with(
                        stopped("iterator", "new I().forEachRemaining(y -> { }); return x;"),
                        "static final class I implements Iterator<Long> { public boolean hasNext() { return true; }"
                                + " public Long next() { return 1L; } }"),
                with(
                        stopped(
                                "comparator",
                                "Long[] a = new Long[1 << 20]; Arrays.fill(a, 1L);"
                                        + " Arrays.sort(a, (p, q) -> { for (int i = 0; i < 100000; i++) { if (i == p) i++; } return 0; });"
                                        + " return x;"),
                        ""),
                with(
                        stopped("class initialiser", "return H.N;"),
                        "static final class H { static final long N = n();"
                                + " static long n() { long y = 1; while (y != 0) y |= 1; return y; } }"),
                with(stopped("pattern", "return \"" + "a".repeat(80) + "\".matches(\"(.*a){30}x\") ? 1 : 0;"), ""),
                with(
                        stopped(
                                "pattern again",
                                "return java.util.regex.Pattern.compile(\"(.*a){30}x\").matcher(\"" + "a".repeat(80)
                                        + "\").find() ? 1 : 0;"),
                        ""),
                with(stopped("split", "return \"" + "a".repeat(80) + "\".split(\"(.*a){30}x\").length;"), ""),
                // Memory.
                with(stopped("array", "return new long[2000000000].length;"), ""),
                with(stopped("matrix", "return new long[100000][100000].length;"), ""),
                with(stopped("objects", "return new Object[Integer.MAX_VALUE - 8].length;"), ""),
                with(stopped("list with room", "return new ArrayList<Long>(2000000000).size();"), ""),
                with(stopped("copy", "return Arrays.copyOf(new long[1], 2000000000).length;"), ""),
                with(stopped("repeat", "return \"ab\".repeat(1000000000).length();"), ""),
                with(
                        stopped("growing list", "List<long[]> l = new ArrayList<>(); for (;;) l.add(new long[1000]);"),
                        ""),
                with(stopped("growing text", "String s = \"a\"; for (;;) s += s;"), ""),
                with(
                        stopped("growing builder", "StringBuilder s = new StringBuilder(\"a\"); for (;;) s.append(s);"),
                        ""),
                with(stopped("growing map", "Map<Long, Long> m = new HashMap<>(); for (;;) m.put(x++, x);"), ""),
                with(stopped("garbage", "for (;;) { if (new long[100000].length == x) return x; }"), ""),
                with(
                        stopped(
                                "growing number",
                                "java.math.BigInteger n = java.math.BigInteger.TEN;" + " for (;;) n = n.multiply(n);"),
                        ""),
                // Depth.
                with(failed("recursion", "return g(x);"), "static long g(long x) { return g(x + 1) + 1; }"),
                with(
                        failed(
                                "caught depth",
                                "try { return g(x); } catch (StackOverflowError e) {"
                                        + " throw new IllegalStateException(\"deep\"); }"),
                        "static long g(long x) { return g(x + 1) + 1; }"),
                with(
                        failed("list in itself", "List<Object> l = new ArrayList<>(); l.add(l); return l.hashCode();"),
                        ""),
                with(failed("error of its own", "throw new OutOfMemoryError(\"just so\");"), ""),
                with(
                        failed("initialiser that fails", "return H.N;"),
                        "static final class H { static final long N = 1 / z();" + " static long z() { return 0; } }"));
    }
}
