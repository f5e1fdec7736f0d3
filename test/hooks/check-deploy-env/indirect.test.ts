import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULTS } from '../../../hooks/check-deploy-env/options.ts'
import { maySpeakOfDeploying } from '../../../hooks/check-deploy-env/words.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { judged, kubeContext, tested } from './surroundings.ts'

/** Deploys that run later, or under another name: at, cron, remotes and aliases of git. */

let world: World
beforeAll(() => {
  world = makeWorld({
    git: true,
    files: {
      'deploy.sh': 'echo "$1"\n',
      'backup.sh': 'tar cf x.tar src\n',
      'prod.cron': '# nightly\nMAILTO=ann\n0 3 * * 1-5 /srv/app/deploy.sh production%input\n',
      'home.cron': '@daily ./backup.sh\n',
    },
  })
  for (const [name, url] of [
    ['origin', 'https://github.com/acme/production-shop.git'],
    ['shop', 'https://git.heroku.com/acme-shop.git'],
    ['try', 'https://git.heroku.com/acme-shop-staging.git'],
    ['box', 'ssh://deploy@prod-web-1.acme.example/srv/app.git'],
    ['azure', 'https://ann@acme.scm.azurewebsites.net/acme.git'],
    ['short', 'hk:acme-shop.git'],
    ['both', 'https://github.com/acme/shop.git'],
    ['files', '/srv/git/prod/shop.git'],
  ] as const) {
    world.git('remote', 'add', name, url)
  }
  world.git('config', 'url.https://git.heroku.com/.insteadOf', 'hk:')
  world.git('remote', 'set-url', '--push', 'both', 'https://git.heroku.com/acme-shop.git')
  world.git('config', 'alias.ship', 'push shop main')
  world.git('config', 'alias.out', '!./deploy.sh')
  world.git('config', 'alias.st', 'status -s')
  world.git('config', 'alias.loop', 'loop')
  kubeContext(world, 'prod-eu-1')
  world.git('switch', '-q', '-c', 'feature/x')
})

const kindOf = async (command: string) => {
  const { verdict, reason } = await judged(world, command)
  return `${verdict.kind}${verdict.kind === 'pass' ? '' : `: ${reason}`}`
}

describe('what is left to at and cron', () => {
  test.each([
    ['deny', 'echo ./deploy.sh production | at now'],
    ['deny', "at now + 5 minutes <<< './deploy.sh production'"],
    ['deny', "at 17:00 <<'E'\nkubectl delete ns prod\nE"],
    ['deny', 'at -f deploy.sh now'],
    ['deny', 'at now < deploy.sh'.replace('deploy.sh', 'prod.sh')],
    ['deny', "batch <<< 'kubectl delete ns prod'"],
    ['deny', "echo '0 3 * * * kubectl apply -f x' | crontab -"],
    ['deny', 'crontab prod.cron'],
    ['deny', 'crontab < prod.cron'],
    ['deny', "(crontab -l; echo '* * * * * /srv/deploy.sh production') | crontab -"],
    ['pass', 'crontab home.cron'],
    ['pass', 'crontab -l'],
    ['pass', 'crontab -e'],
    ['pass', 'crontab -r'],
    ['pass', 'at -f backup.sh now'],
    ['pass', 'at -l'],
    ['pass', 'atq'],
    ['pass', "at now <<< './deploy.sh staging'"],
    ['pass', "(crontab -l; echo '* * * * * ./backup.sh') | crontab -"],
  ])('%s: %s', async (kind, command) => {
    world.put('prod.sh', 'kubectl --context prod apply -f x\n')
    expect(await kindOf(command)).toMatch(new RegExp(`^${kind}`))
  })

  test('is refused even where everything holds now, and the reason says why', async () => {
    const ready = makeWorld({ git: true, files: { 'deploy.sh': 'echo\n' } })
    tested(ready)
    expect((await judged(ready, './deploy.sh production')).verdict.kind).toBe('pass')
    const { reason } = await judged(ready, 'echo ./deploy.sh production | at 17:00')
    expect(reason).toContain('`at` runs `./deploy.sh production`, which deploys to production')
    expect(reason).toContain('One condition does not hold:\n- `at 17:00` runs it later')
  })

  test.each(['at now < x', 'echo x | at now', 'batch', 'crontab x'])(
    'the first look lets it to the parser: %s',
    (command) => {
      expect(maySpeakOfDeploying(command, DEFAULTS)).toBe(true)
    },
  )
  test.each([
    'git commit -m "look at this batch"',
    'git -C sub status && git diff "$A"',
    'git --no-pager log "$B"',
    'git commit -m "$(cat <<E\ngit foo\nE\n)"'.replace('git foo', 'fix git foo'),
  ])('the first look passes by: %s', (command) => {
    expect(maySpeakOfDeploying(command, DEFAULTS)).toBe(false)
  })
})

describe('a remote is what its address says', () => {
  test.each([
    ['deny', 'git push shop main'],
    ['deny', 'git push shop'],
    ['deny', 'git push -f shop HEAD:main'],
    ['deny', 'git push --repo=shop'],
    ['deny', 'git push short main'],
    ['deny', 'git push both main'],
    ['deny', 'git push box main'],
    ['deny', 'git push azure master'],
    ['deny', 'git -C . push shop main'],
    ['deny', 'git -c remote.origin.pushurl=https://git.heroku.com/acme.git push origin main'],
    ['deny', 'git -c remote.pushDefault=shop push'],
    ['deny', 'git push https://git.heroku.com/acme-shop.git main'],
    ['deny', 'git push origin production'],
    ['deny', 'git push origin HEAD:refs/heads/production'],
    ['pass', 'git push'],
    ['pass', 'git push origin main'],
    ['pass', 'git push origin v1.2.3'],
    ['pass', 'git push --tags'],
    ['pass', 'git push try main'],
    ['pass', 'git push https://git.heroku.com/acme-shop-staging.git main'],
    ['pass', 'git push --dry-run shop main'],
    ['pass', 'git push files main'],
    ['pass', 'git push nowhere main'],
  ])('%s: %s', async (kind, command) => {
    expect(await kindOf(command)).toMatch(new RegExp(`^${kind}`))
  })

  test('a push that names nothing goes where the branch goes', async () => {
    const other = makeWorld({ git: true })
    other.git('remote', 'add', 'shop', 'https://git.heroku.com/acme-shop.git')
    expect((await judged(other, 'git push')).verdict.kind).toBe('pass')
    other.git('config', 'branch.main.pushRemote', 'shop')
    expect((await judged(other, 'git push')).verdict.kind).toBe('deny')
    other.git('switch', '-q', '-c', 'topic')
    expect((await judged(other, 'git push')).verdict.kind).toBe('pass')
    other.git('config', 'remote.pushDefault', 'shop')
    expect((await judged(other, 'git push')).verdict.kind).toBe('deny')
  })

  test('and takes the branch that is checked out', async () => {
    const other = makeWorld({ git: true })
    other.git('switch', '-q', '-c', 'production')
    expect((await judged(other, 'git push')).reason).toContain('the branch: production')
    other.git('switch', '-q', '-c', 'production-fix')
    expect((await judged(other, 'git push')).verdict.kind).toBe('pass')
  })
})

describe('aliases of git', () => {
  test.each([
    ['deny', 'git ship'],
    ['deny', 'git ship --force'],
    ['deny', 'git out production'],
    ['deny', "git -c alias.x='push heroku main' x"],
    ['deny', "git -c alias.x='!kubectl delete ns prod' x"],
    ['deny', "git config alias.go '!./deploy.sh production' && git go"],
    ['deny', "git config --global alias.go 'push shop' ; git go main"],
    ['pass', 'git st'],
    ['pass', 'git out staging'],
    ['pass', 'git loop'],
    ['pass', 'git nothing-of-the-kind'],
  ])('%s: %s', async (kind, command) => {
    expect(await kindOf(command)).toMatch(new RegExp(`^${kind}`))
  })

  test('the reason names the way', async () => {
    expect(await kindOf('git out production')).toContain(
      "`git out production` runs `./deploy.sh 'production'`, which deploys to production",
    )
  })
})
