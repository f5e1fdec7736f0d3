import { type Form, knownText, knownWord } from '../deletion.ts'

/** Command lines that delete trees in a cloud storage: program, then words in this order. */
const FORMS: readonly { readonly words: RegExp; readonly how: string }[] = [
  {
    words: /^gcloud (?:alpha |beta )?storage rm .*(?:-r\b|-R\b|--recursive|\*\*)/,
    how: 'gcloud storage rm -r',
  },
  { words: /^gcloud (?:alpha |beta )?storage buckets delete /, how: 'gcloud storage buckets delete' },
  { words: /^gsutil (?:-\S+ )*rm .*(?:-[a-zA-Z]*[rR]\b|\*\*)/, how: 'gsutil rm -r' },
  { words: /^gsutil (?:-\S+ )*rb /, how: 'gsutil rb' },
  { words: /^aws (?:--\S+ \S+ )*s3 rm .*--recursive/, how: 'aws s3 rm --recursive' },
  { words: /^aws (?:--\S+ \S+ )*s3 rb .*--force/, how: 'aws s3 rb --force' },
  { words: /^az storage (?:blob|file) delete-batch /, how: 'az storage delete-batch' },
  { words: /^az storage container delete /, how: 'az storage container delete' },
  { words: /^rclone (?:-\S+ )*(?:purge|delete) /, how: 'rclone purge' },
  {
    words: /^(?:mc|s3cmd|s5cmd) (?:-\S+ )*(?:rm|del|rb) .*(?:-r\b|--recursive|--force|\*)/,
    how: 'a recursive delete of objects',
  },
  { words: /^(?:hdfs dfs|hadoop fs) -rm (?:-\S+ )*-[rR]\b/, how: 'hdfs dfs -rm -r' },
  { words: /^(?:hdfs dfs|hadoop fs) -rmr /, how: 'hdfs dfs -rmr' },
]

export const storage: Form = (command, program) => {
  const line = [program, ...command.argv.slice(1).map((word) => knownText(word) || '?')].join(' ')
  if (/ (?:--dryrun|--dry-run|-n)(?: |$)/.test(line)) return undefined
  const form = FORMS.find((one) => one.words.test(`${line} `))
  if (!form) return undefined
  const operand = command.argv.slice(1).findLast((word) => /:|^\//.test(knownText(word)))
  const word = knownWord(operand ? knownText(operand) : command.source, operand?.source ?? command.source)
  return { how: form.how, effect: 'storage', targets: [{ word, cwd: '/' }], source: command.source }
}
