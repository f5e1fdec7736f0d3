/** Set by the build of the native program; not there where the sources run as they are. */
declare const HOOKBOX_IS_NATIVE: boolean | undefined

/**
 * Whether what modules make as they are loaded lies in an image, so that it costs a call nothing.
 * On Node it is made in every call.
 */
export const IS_KEPT = typeof HOOKBOX_IS_NATIVE !== 'undefined' && HOOKBOX_IS_NATIVE
