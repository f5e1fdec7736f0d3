import type { Selector, Tool } from './tool.ts'

const AWS_VALUED =
  '--output --query --cli-input-json --cli-input-yaml --endpoint-url --ca-bundle --color --cli-read-timeout --cli-connect-timeout --template-file --template-body --capabilities --image-ids'

const S3_VALUED =
  '--exclude --include --acl --cache-control --content-type --content-encoding --content-disposition --content-language --storage-class --metadata --metadata-directive --expires --sse --sse-kms-key-id --grants --website-redirect --page-size --source-region --expected-size'

const GCLOUD_VALUED =
  '--region --zone --format --filter --image --source --config --tag -t --runtime --entry-point --set-env-vars --service-account --memory --timeout --substitutions --version --traffic'
const GCLOUD_VARIABLES = 'CLOUDSDK_CORE_PROJECT GOOGLE_CLOUD_PROJECT'

/** The command lines of the large clouds. Their verbs are many: names of what changes are patterns. */
export const CLOUDS: readonly Tool[] = [
  {
    programs: 'aws',
    writes: ['s3 sync|cp'],
    rehearsal: '--dryrun',
    valued: `${AWS_VALUED} ${S3_VALUED}`,
    target: '--profile',
    hint: '--bucket --region',
    variables: 'AWS_PROFILE AWS_DEFAULT_PROFILE AWS_VAULT',
    operands: 'hint',
    copies: true,
    onlyProtected: true,
  },
  {
    programs: 'aws',
    writes: ['s3 mv|rm|rb', 's3api put-object|delete-*|copy-object|put-bucket-*'],
    rehearsal: '--dryrun',
    valued: `${AWS_VALUED} ${S3_VALUED}`,
    target: '--profile',
    hint: '--bucket --region',
    variables: 'AWS_PROFILE AWS_DEFAULT_PROFILE AWS_VAULT',
    operands: 'hint',
    onlyProtected: true,
  },
  {
    programs: 'aws',
    writes: [
      'deploy create-deployment|push|stop-deployment',
      'cloudformation deploy|create-stack|update-stack|delete-stack|execute-change-set|cancel-update-stack|rollback-stack',
      'ecs update-service|create-service|delete-*|run-task|deploy',
      'lambda update-*|publish-*|create-*|delete-*|put-*',
      'elasticbeanstalk create-*|update-*|terminate-*|swap-*|delete-*',
      'apprunner start-deployment|create-service|update-service|delete-service|pause-service|resume-service',
      'amplify start-*|create-deployment|delete-*|update-*',
      'codepipeline start-pipeline-execution|put-approval-result|retry-stage-execution',
      'codebuild start-build|start-build-batch',
      'apigateway create-deployment|update-*|delete-*',
      'apigatewayv2 create-deployment|update-*|delete-*',
      'ssm send-command|put-parameter|delete-*',
      'rds delete-*|modify-*|restore-*|reboot-*|failover-*|stop-*',
      'dynamodb delete-table|update-table|restore-*',
      'ec2 terminate-*|stop-instances|reboot-instances|delete-*|modify-*',
      'eks create-*|update-*|delete-*',
      'autoscaling update-*|delete-*|set-*|start-*',
      '* delete-stack|delete-cluster|delete-service|delete-db-*|terminate-*',
    ],
    reads: ['eks update-kubeconfig'],
    rehearsal: '--dry-run --no-execute-changeset --generate-cli-skeleton',
    valued: AWS_VALUED,
    target:
      '--profile --stack-name --environment-name --cluster --service --function-name --application-name --pipeline-name --name --stage-name --deployment-group-name',
    hint: '--region --parameter-overrides --parameters --instance-ids --db-instance-identifier',
    variables: 'AWS_PROFILE AWS_DEFAULT_PROFILE AWS_VAULT',
    scope: 'aws',
  },
  {
    // Whatever else changes something, where the account or what is changed is named as protected.
    programs: 'aws',
    writes: [
      '* create-*|update-*|delete-*|put-*|modify-*|change-*|set-*|attach-*|detach-*|start-*|stop-*|reboot-*|register-*|deregister-*|run-*|send-*|enable-*|disable-*|revoke-*|authorize-*|invoke|publish|purge-*|restore-*|tag-*|untag-*|add-*|remove-*|reset-*|associate-*|disassociate-*|replace-*|terminate-*|cancel-*|rotate-*|import-*',
    ],
    reads: [
      '* start-query*|start-live-tail|start-session',
      'ssm start-session',
      'sso|sts|configure|logs|athena *',
    ],
    rehearsal: '--dry-run --generate-cli-skeleton',
    valued: AWS_VALUED,
    target: '--profile',
    hint: '--name --function-name --table-name --queue-url --topic-arn --bucket --cluster --role-name --user-name --policy-name --parameter-name --secret-id --db-instance-identifier --stack-name --repository-name',
    variables: 'AWS_PROFILE AWS_DEFAULT_PROFILE AWS_VAULT',
    scope: 'aws',
    onlyProtected: true,
  },
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
  {
    programs: 'az',
    writes: [
      '... up|deploy|delete|update|swap|config-zip|restart|stop|redeploy|purge|import|rollback|sync|publish|upload-batch|invoke',
      'deployment *',
      'deployment sub|group|mg|tenant create',
      'stack sub|group|mg create',
      'webapp|functionapp|containerapp|aks|vm create',
      'pipelines run',
      'functionapp|webapp deployment source *',
    ],
    reads: [
      '... list|show|list-*|get-*|show-*|what-if|validate|wait|browse|log|tail|exists|check-*|export',
      'account|login|logout|config|configure|version|upgrade|extension|ad|find|interactive|feedback|cache|cloud',
      'aks get-credentials|install-cli|browse',
    ],
    rehearsal: '--what-if -w --dryrun --no-execute',
    valued:
      '-l --location --src-path --src --template-file -f --image -i --runtime --plan -p --sku --query -o --output --branch --repository',
    target: '--subscription -g --resource-group -n --name --slot -s',
    hint: '--parameters --settings',
    variables: 'AZURE_DEFAULTS_GROUP',
    operands: 'hint',
    scope: 'azure',
    settings: 'azure',
  },
  {
    programs: 'azd',
    writes: ['up|deploy|provision|down', 'publish'],
    rehearsal: '--preview',
    target: '-e --environment',
    variables: 'AZURE_ENV_NAME',
  },
  {
    programs: 'doctl',
    writes: [
      'apps create-deployment|update|delete|create',
      'serverless deploy',
      'compute droplet delete',
      'kubernetes|k8s cluster delete|upgrade',
      'databases delete',
    ],
    target: '--context',
    operands: 'hint',
    variables: 'DIGITALOCEAN_CONTEXT',
  },
  {
    programs: 'ibmcloud oci hcloud linode-cli scw yc',
    writes: ['... deploy|delete|terminate|destroy|update|push|rebuild|reset|update-code'],
    reads: ['... list|get|describe|show|view'],
    target: '--profile -p --context --project',
    operands: 'hint',
  },
]

export const CLOUD_SELECTORS: readonly Selector[] = [
  { programs: 'gcloud', words: 'config set project', scope: 'gcloud' },
  { programs: 'gcloud', words: 'config configurations activate', scope: 'gcloud' },
  { programs: 'az', words: 'account set', scope: 'azure', from: '-s --subscription -n --name' },
  { programs: 'aws', words: 'sso login', scope: 'aws', from: '--profile' },
  { programs: 'docker podman', words: 'context use', scope: 'docker' },
]
