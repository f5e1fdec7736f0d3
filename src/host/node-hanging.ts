/**
 * Set when a request was given up. Its look-up of a name may still run in Node's thread pool, where
 * nothing ends it, and would keep the process long after the answer.
 */
export const hanging = { lookup: false }
