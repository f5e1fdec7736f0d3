import { sha256 } from '../text/sha256.ts'

/** What a person allows by `hookbox approve deploy`: all of it has to be the same when it is used. */
export interface DeployGrant {
  readonly environment: string
  /** The root of the work tree, without links. */
  readonly root: string
  /** Full id. */
  readonly commit: string
  /** Of the operating system. */
  readonly user: string
  /**
   * approval: that a person has seen it, which is one condition. break-glass: it goes ahead
   * although conditions fail.
   */
  readonly kind: 'approval' | 'break-glass'
}

/** The grant as one number (SHA-256, hexadecimal), the name of its record. */
export function grantDigest({ kind, environment, root, commit, user }: DeployGrant): string {
  return sha256(JSON.stringify(['deploy', kind, environment, root, commit, user]))
}
