/**
 * Shell texts that are made to be slow, and the ordinary one that they are compared with: each
 * has to be answered within twice its time and a tenth of a second more.
 */

/** 100 bytes that every guard reads and judges. */
export const ORDINARY =
  'sudo ls; rm -rf "$PWD/data"; git reset --hard; cat .env; kubectl apply -f app.yml --context prod #k'

const repeated = (text: string, count: number) => text.repeat(count)
const listed = (count: number, each: (index: number) => string, between = '; ') =>
  Array.from({ length: count }, (_, index) => each(index)).join(between)

/** Git commands each of which depends on what the repository holds. */
const STATE: readonly ((index: number) => string)[] = [
  (index) => `git tag -d t${index}`,
  (index) => `git reset --hard r${index}`,
  (index) => `git clean -f d${index}`,
  (index) => `git push o :b${index}`,
  (index) => `git branch -D b${index}`,
]

export const HOSTILE: Readonly<Record<string, string>> = {
  '1 MB of words': repeated('word ', 200_000),
  '1 MB of text in quotes': `echo "${repeated('lorem ipsum ', 85_000)}"`,
  '1 MB of a protected name': `cat ${repeated('.env ', 200_000)}`,
  '10,000 nested $(': `echo ${repeated('$(', 10_000)}x${repeated(')', 10_000)}`,
  '33,000 -r': `rm ${repeated('-r ', 33_000)}x`,
  '2,000 &&': `${repeated('true && ', 2000)}ls`,
  'echo $(<# x)': 'echo $(<# x)',
  '2,000 unknown git subcommands': listed(2000, (index) => `git foo${index}`),
  '2,000 git commands that need state': listed(2000, (index) => STATE[index % STATE.length]?.(index) ?? ''),
  '1,400 of them': listed(1400, (index) => STATE[index % STATE.length]?.(index) ?? ''),
  '1,300 git checkout && ...': `${listed(1300, (index) => `git checkout x${index}`, ' && ')}`,
  '2,000 rm targets': listed(2000, (index) => `rm -rf d${index}`),
  '2,000 rm targets in one command': `rm -rf ${listed(2000, (index) => `d${index}`, ' ')}`,
  '2,000 sudo': listed(2000, (index) => `sudo a${index}`),
  '2,000 cat': listed(2000, (index) => `cat .env${index}`),
}
