/** All that is loaded where trackers are configured, as one part: each part costs a load of its own. */

export { openProviders } from './providers/index.ts'
export { fromTrackers } from './remote.ts'
