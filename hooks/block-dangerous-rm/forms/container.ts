import { type Deletion, type Form, knownText, knownWord } from '../deletion.ts'

const ENGINE = String.raw`^(?:docker|podman|nerdctl|docker-compose|podman-compose) (?:--?[a-z][\w-]*(?:[= ]\S+)? )*?`

/** Command lines that delete what a container engine keeps: volumes, and what other projects use. */
const FORMS: readonly { readonly words: RegExp; readonly how: string }[] = [
  {
    words: new RegExp(`${ENGINE}(?:compose .*?)?\\b(?:down|rm) (?:.* )?(?:-[a-z]*v[a-z]*|--volumes)(?: |$)`),
    how: 'the volumes that go with it',
  },
  { words: new RegExp(`${ENGINE}volume (?:rm|remove|prune)(?: |$)`), how: 'a delete of volumes' },
  { words: new RegExp(`${ENGINE}(?:system|container|image|network) prune(?: |$)`), how: 'a prune' },
  { words: new RegExp(`${ENGINE}system (?:reset|destroy)(?: |$)`), how: 'a reset of the engine' },
]

/** Volumes hold what no image has; a prune takes what is not running now, of every project. */
export const container: Form = (command, program): Deletion | undefined => {
  const line = [program, ...command.argv.slice(1).map((word) => knownText(word) || '?')].join(' ')
  if (/ (?:--help|--dry-run)(?: |$)/.test(line) || / (?:run|exec|build|logs|ps) /.test(line.slice(0, 60)))
    return undefined
  const form = FORMS.find((one) => one.words.test(`${line} `))
  if (!form) return undefined
  const { source } = command
  return {
    how: form.how,
    effect: 'volume',
    targets: [{ word: knownWord(source, source), cwd: '/' }],
    source,
  }
}
