import type { Tool } from './tool.ts'

const GCLOUD_VALUED =
  '--region --zone --format --filter --image --source --config --tag -t --runtime --entry-point --set-env-vars --service-account --memory --timeout --substitutions --version --traffic'
const GCLOUD_VARIABLES = 'CLOUDSDK_CORE_PROJECT GOOGLE_CLOUD_PROJECT'

/** Google's command lines. */
export const GOOGLE_CLOUD: readonly Tool[] = [
  {
    programs: 'gcloud',
    writes: ['storage cp|rsync'],
    rehearsal: '--dry-run',
    valued: GCLOUD_VALUED,
    operands: 'hint',
    copies: true,
    onlyProtected: true,
  },
  {
    programs: 'gcloud',
    writes: ['storage mv|rm', 'storage buckets|objects delete|update'],
    rehearsal: '--dry-run',
    valued: GCLOUD_VALUED,
    target: '--project',
    suggests: '--configuration',
    operands: 'hint',
    onlyProtected: true,
  },
  {
    // A build, as `docker build` is. What its own file deploys is looked for in builds.ts.
    programs: 'gcloud',
    writes: ['builds submit', 'beta|alpha builds submit'],
    valued: GCLOUD_VALUED,
    target: '--project',
    suggests: '--configuration',
    hint: '--tag -t --substitutions',
    variables: GCLOUD_VARIABLES,
    scope: 'gcloud',
    settings: 'gcloud',
    onlyProtected: true,
  },
  {
    programs: 'gcloud',
    writes: [
      '... deploy|delete|update|replace|promote|rollback|update-traffic|set-traffic|migrate|execute|patch|restart|reset|stop|resize|upgrade|import|restore',
      'deploy releases create|promote',
      'deploy rollouts advance|approve|cancel|ignore-job|retry-job',
    ],
    reads: [
      '... list|describe|get-*|read|tail|print-*|list-*|lookup|check-*|browse|info|diff|export',
      'components|config|auth|iam|info|version|help|topic|feedback|docker',
      'deploy releases|rollouts|targets|delivery-pipelines list|describe',
    ],
    valued: GCLOUD_VALUED,
    target: '--project',
    suggests: '--configuration',
    hint: '--cluster --account --delivery-pipeline --to-target',
    variables: GCLOUD_VARIABLES,
    operands: 'hint',
    scope: 'gcloud',
    settings: 'gcloud',
  },
  {
    // Whatever else changes something, where the project is named as protected.
    programs: 'gcloud',
    writes: [
      '... create|add|set|start|enable|disable|add-*|remove-*|set-*|attach-*|detach-*|rotate|revoke|activate',
    ],
    reads: ['components|config|auth|info|version|help|topic|feedback|docker'],
    valued: GCLOUD_VALUED,
    target: '--project',
    suggests: '--configuration',
    variables: GCLOUD_VARIABLES,
    operands: 'hint',
    scope: 'gcloud',
    settings: 'gcloud',
    onlyProtected: true,
    likely: true,
  },
  {
    programs: 'gsutil',
    writes: ['cp|rsync'],
    valued: '-h -p -o -x -a -z',
    operands: 'hint',
    copies: true,
    onlyProtected: true,
  },
  {
    programs: 'gsutil',
    writes: ['mv|rm|rb'],
    valued: '-h -p -o',
    operands: 'hint',
    onlyProtected: true,
  },
]
