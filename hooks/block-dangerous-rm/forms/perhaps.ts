import type { Form, Target } from '../deletion.ts'
import { programName } from '../deletion.ts'
import { splitOptions } from '../words.ts'

/** Programs with a word `rm` of their own, or whose words are only text. */
const OWN_RM =
  /^(?:echo|printf|grep|egrep|fgrep|rg|ag|ack|git|hg|svn|gh|glab|jq|yq|man|tldr|info|which|whereis|type|apropos|whatis|help|cat|sed|awk|npm|pnpm|yarn|bun|deno|docker|podman|nerdctl|kubectl|oc|helm|aws|gcloud|gsutil|az|rclone|mc|dvc|pip|conda|brew|apt|dnf|zfs|lxc|multipass|vagrant|heroku|fly|vercel|block-dangerous-rm|hookbox|history|alias|export|set|test|\[|\[\[|for|local|declare|read|logger|say|notify-send|wall|write|mail|tee|cowsay|expr|let|complete|compgen|hash|bind|unalias|command|basename|dirname)$/

/**
 * A program that is not known gets the words `rm -rf PATH`: it is likely to run them
 * (`./with-log.sh rm -rf ~`). Only fatal targets count.
 */
export const perhaps: Form = (command, program, scene) => {
  if (OWN_RM.test(program)) return undefined
  const at = command.argv.findIndex((word, index) => index > 0 && programName(word, scene.windows) === 'rm')
  if (at < 0) return undefined
  const { given, operands } = splitOptions(command.argv.slice(at + 1))
  if (!['r', 'R', 'recursive'].some((one) => given.has(one))) return undefined
  const targets = operands.map((word): Target => ({ word, cwd: command.cwd }))
  return { how: `${program} rm -r`, effect: 'perhaps', targets, source: command.source }
}
