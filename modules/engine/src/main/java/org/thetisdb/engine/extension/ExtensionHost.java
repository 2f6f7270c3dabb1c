package org.thetisdb.engine.extension;

import org.thetisdb.engine.fence.Fence;

/**
 * What all code of one extension runs among. Thread safe.
 *
 * @param types how the database's own objects look to it
 * @param fence what its calls are held to
 * @param use where its calls are counted
 */
record ExtensionHost(HostTypes types, Fence fence, ExtensionUse use) {}
