import type { Command } from '../../../src/shell/command.ts'
import { type Deletion, type Form, programName, type Scene } from '../deletion.ts'
import { cmdletDeletions } from './cmdlets.ts'
import { container } from './container.ts'
import { database } from './database.ts'
import { dd, format, writtenDevices } from './device.ts'
import { cp, redirected, tee, truncate } from './empty.ts'
import { fd, find } from './find.ts'
import { mv } from './move.ts'
import { rimraf, shx } from './node-tools.ts'
import { perhaps } from './perhaps.ts'
import { rm, rmdir, shred, unlink } from './remove.ts'
import { rsync } from './rsync.ts'
import { storage } from './storage.ts'
import { archive, gitRm } from './versioned.ts'
import { cmdDelete, cmdFiles, robocopy } from './windows.ts'

const first =
  (...forms: readonly Form[]): Form =>
  (command, program, scene) => {
    for (const form of forms) {
      const found = form(command, program, scene)
      if (found) return found
    }
    return undefined
  }

/** Other programs may hand their words on. */
const orPerhaps =
  (form: Form): Form =>
  (command, program, scene) =>
    form(command, program, scene) ?? (command.wraps ? undefined : perhaps(command, program, scene))

const DATABASES =
  'dropdb mysqladmin redis-cli rails rake prisma supabase sequelize sequelize-cli typeorm knex drizzle-kit mix ' +
  'alembic flyway liquibase sqlx diesel heroku wrangler turso php manage.py psql mysql mariadb sqlite sqlite3 ' +
  'duckdb cockroach clickhouse-client sqlcmd snowsql usql pgcli mycli mongo mongosh bq python python3'

const FORMS: ReadonlyMap<string, Form> = new Map(
  (
    [
      ['rm grm', rm],
      ['srm', shred],
      ['unlink gunlink', unlink],
      ['shred gshred', shred],
      ['rmdir grmdir', first(cmdDelete, rmdir)],
      ['rd', cmdDelete],
      ['del erase', first(cmdDelete, cmdFiles, rimraf)],
      ['robocopy', robocopy],
      ['find gfind', find],
      ['fd fdfind', fd],
      ['rsync', rsync],
      ['rimraf del-cli', rimraf],
      ['shx cash', shx],
      ['mv gmv', mv],
      ['cp gcp', cp],
      ['truncate gtruncate', truncate],
      ['tee sponge', tee],
      ['git', gitRm],
      ['tar gtar bsdtar zip', archive],
      ['dd gdd', dd],
      ['wipefs blkdiscard mkswap newfs diskutil sgdisk', format],
      ['gcloud gsutil aws az rclone mc s3cmd s5cmd hdfs hadoop', storage],
      ['docker podman nerdctl docker-compose podman-compose', orPerhaps(container)],
      [DATABASES, orPerhaps(database)],
    ] as const
  ).flatMap(([names, form]) => names.split(' ').map((name) => [name, form] as const)),
)

/** Everything that one command would destroy. */
export function deletionsOf(command: Command, scene: Scene): Deletion[] {
  const found: Deletion[] = []
  const add = (one: ReturnType<Form>) => {
    if (one) found.push(...('how' in one ? [one] : one))
  }
  const cmdlets = isPowerShell(command, scene) ? cmdletDeletions(command, scene) : undefined
  if (cmdlets) return [...cmdlets]
  const program = programName(command.argv[0], scene.windows)
  if (program !== undefined) {
    const form = FORMS.get(program) ?? (program.startsWith('mkfs') ? format : undefined)
    if (form) add(form(command, program, scene))
    else if (!command.wraps) add(perhaps(command, program, scene))
  }
  add(redirected(command, scene.windows))
  add(writtenDevices(command))
  return found
}

/** Whether PowerShell gives the words their meaning. */
function isPowerShell(command: Command, scene: Scene): boolean {
  const runner = command.via.at(-1)?.name
  if (runner === undefined || (scene.powershell && /^g?sudo$/.test(runner))) return scene.powershell
  return /^(?:powershell|pwsh|iex|invoke-expression|start-process|saps|start)$/.test(runner)
}
