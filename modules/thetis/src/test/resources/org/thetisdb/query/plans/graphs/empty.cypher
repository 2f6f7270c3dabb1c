// Nothing at all: no names, no statistics.
