/** Code of users inside the database, as users write and register it. */
package org.thetisdb.extending;
