import type { Tool } from './tool.ts'

const AWS_VALUED =
  '--output --query --cli-input-json --cli-input-yaml --endpoint-url --ca-bundle --color --cli-read-timeout --cli-connect-timeout --template-file --template-body --capabilities --image-ids'
const S3_VALUED =
  '--exclude --include --acl --cache-control --content-type --content-encoding --content-disposition --content-language --storage-class --metadata --metadata-directive --expires --sse --sse-kms-key-id --grants --website-redirect --page-size --source-region --expected-size'

/** Amazon's command lines. Their verbs are many: names of what changes are patterns. */
export const AWS: readonly Tool[] = [
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
    suggests: '--db-instance-identifier --db-cluster-identifier --table-name --repository-name',
    hint: '--region --parameter-overrides --parameters --instance-ids',
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
    likely: true,
  },
  {
    programs: 'eksctl',
    writes: ['create|delete|upgrade|scale|drain|set|enable|replace *', 'apply'],
    reads: ['utils|get|info|version|completion'],
    rehearsal: '--dry-run',
    valued: '-f --config-file -r --region --nodes --node-type --version',
    target: '-n --name --cluster -c -p --profile',
    variables: 'AWS_PROFILE AWS_DEFAULT_PROFILE AWS_VAULT',
    operands: 'hint',
    scope: 'aws',
  },
  {
    programs: 'kops',
    writes: ['update|delete|rolling-update|replace|create|edit|promote *', 'apply'],
    needs: '-y --yes',
    valued: '-f --filename --state --cloud --zones',
    target: '--name',
    variables: 'KOPS_CLUSTER_NAME NAME',
    operands: 'suggest',
  },
]
