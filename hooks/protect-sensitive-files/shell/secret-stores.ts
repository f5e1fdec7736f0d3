import type { Word } from '../../../src/shell/command.ts'
import { leading } from './use.ts'

/** Command lines that print what a store of secrets keeps. */
const PRINTS: readonly RegExp[] = [
  /^security find-(?:generic|internet)-password .*-(?:\w*w|\w*g)\b/,
  /^pass (?:show )?(?!-|ls\b|list\b|find\b|grep\b|insert\b|generate\b|edit\b|rm\b|mv\b|cp\b|git\b|init\b|help\b|version\b|otp\b)\S/,
  /^op (?:read|item get .*--(?:reveal|fields))\b/,
  /^bw get (?:password|item|notes|totp)\b/,
  /^lpass show\b/,
  /^secret-tool lookup\b/,
  /^keyring get\b/,
  /^gh auth (?:token|status .*(?:-t|--show-token))\b/,
  /^gcloud (?:auth (?:application-default )?print-(?:access|identity)-token|secrets versions access)\b/,
  /^aws (?:--\S+ \S+ )*(?:secretsmanager get-secret-value|ssm get-parameters?(?:-by-path)? .*--with-decryption|ecr get-login-password|configure get \S*(?:secret|token))\b/,
  /^az (?:keyvault secret show|account get-access-token)\b/,
  /^vault (?:kv get|read)\b/,
  /^heroku config(?::get|(?= |$))/,
  /^kubectl .*\bget secrets?\b.* (?:-o|--output)[= ]?(?:yaml|json|jsonpath|go-template|custom-columns)/,
  /^(?:doppler|infisical) secrets(?: get| download| (?!set|delete|upload|folders)|$)/,
]

/** Programs that take a secret from their input and keep it to themselves. */
const TAKES_ON = /^\s*\|\s*(?:docker|podman|helm|kubectl|gh|npm|pbcopy|xclip|xsel|wl-copy|clip)\b/

/** Whether the call shows a stored secret. `after`: the text behind the call. */
export function showsStored(name: string, args: readonly Word[], after: string): boolean {
  // The value of a variable or a word, not what is shown.
  if (/^\s*[)`]/.test(after) || TAKES_ON.test(after)) return false
  const line = `${[name, ...args.map((word) => leading(word) || '?')].join(' ')} `
  return PRINTS.some((pattern) => pattern.test(line))
}
