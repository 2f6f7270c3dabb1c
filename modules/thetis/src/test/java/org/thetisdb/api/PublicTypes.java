package org.thetisdb.api;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The types that a class shows: in what it extends and permits, in its fields, methods, constructors and record
 * components, as arguments of generic types, as bounds and as exceptions. One thread.
 */
final class PublicTypes {
    private final Map<Class<?>, Set<String>> places =
            new TreeMap<>((a, b) -> a.getName().compareTo(b.getName()));
    private final Set<TypeVariable<?>> seen = new HashSet<>();

    /** Each type that the class shows, with the places where it does. */
    static Map<Class<?>, Set<String>> of(Class<?> type) {
        PublicTypes types = new PublicTypes();
        types.addClass(type);
        return types.places;
    }

    private void addClass(Class<?> type) {
        String name = type.getName();
        addAll(name, type.getTypeParameters());
        addAll(name, type.getGenericInterfaces());
        if (type.getGenericSuperclass() != null) {
            add(name, type.getGenericSuperclass());
        }
        if (type.isSealed()) {
            addAll(name, type.getPermittedSubclasses());
        }
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                add(name + " component " + component.getName(), component.getGenericType());
            }
        }
        for (Field field : type.getDeclaredFields()) {
            if (ExportedClasses.isVisible(field.getModifiers())) {
                add(name + "." + field.getName(), field.getGenericType());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            addExecutable(name + " constructor", constructor);
        }
        for (Method method : type.getDeclaredMethods()) {
            if (addExecutable(name + "." + method.getName() + "()", method)) {
                add(name + "." + method.getName() + "()", method.getGenericReturnType());
            }
        }
    }

    private boolean addExecutable(String place, Executable executable) {
        boolean shown = ExportedClasses.isVisible(executable.getModifiers()) && !executable.isSynthetic();
        if (shown) {
            addAll(place, executable.getTypeParameters());
            addAll(place, executable.getGenericParameterTypes());
            addAll(place, executable.getGenericExceptionTypes());
        }
        return shown;
    }

    private void addAll(String place, Type[] types) {
        for (Type type : types) {
            add(place, type);
        }
    }

    private void add(String place, Type type) {
        switch (type) {
            case Class<?> plain when plain.isArray() -> add(place, plain.getComponentType());
            case Class<?> plain -> {
                if (!plain.isPrimitive()) {
                    places.computeIfAbsent(plain, key -> new TreeSet<>()).add(place);
                }
            }
            case ParameterizedType generic -> {
                add(place, generic.getRawType());
                addAll(place, generic.getActualTypeArguments());
            }
            case GenericArrayType array -> add(place, array.getGenericComponentType());
            case WildcardType wildcard -> {
                addAll(place, wildcard.getUpperBounds());
                addAll(place, wildcard.getLowerBounds());
            }
            case TypeVariable<?> variable -> {
                if (seen.add(variable)) {
                    addAll(place, variable.getBounds());
                }
            }
            default -> throw new IllegalStateException("unknown kind of type: " + type.getClass());
        }
    }
}
