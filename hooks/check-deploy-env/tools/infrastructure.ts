import type { Selector, Tool } from './tool.ts'

/** Modules of ansible that only look, as the flags that choose them. */
const ANSIBLE_LOOKS = [
  'ping',
  'setup',
  'gather_facts',
  'debug',
  'stat',
  'find',
  'service_facts',
  'package_facts',
]
  .flatMap((name) => [name, `ansible.builtin.${name}`])
  .flatMap((name) => [`-m=${name}`, `--module-name=${name}`])
  .join(' ')

/** Tools that make, change and destroy infrastructure. */
export const INFRASTRUCTURE: readonly Tool[] = [
  {
    programs: 'terraform tofu',
    writes: [
      'apply|destroy|import|taint|untaint|force-unlock',
      'state rm|mv|push|replace-provider',
      'workspace delete',
    ],
    valued: '-target -lock-timeout -parallelism -state -backup -out -replace',
    target: '-chdir',
    suggests: '-var -var-file -backend-config -state',
    variables: 'TF_WORKSPACE TF_VAR_env TF_VAR_environment TF_VAR_stage',
    scope: 'terraform',
  },
  {
    programs: 'terragrunt',
    writes: [
      'apply|destroy|import|taint|untaint|apply-all|destroy-all|force-unlock',
      'run-all apply|destroy',
      'run apply|destroy',
      'stack run apply|destroy',
      'state rm|mv|push',
    ],
    valued: '-target --terragrunt-config --queue-include-dir',
    target: '--terragrunt-working-dir --working-dir -chdir',
    suggests: '-var -var-file',
    variables:
      'TF_WORKSPACE TF_VAR_env TF_VAR_environment TF_VAR_stage TG_WORKING_DIR TERRAGRUNT_WORKING_DIR',
    scope: 'terraform',
  },
  {
    programs: 'pulumi',
    writes: [
      'up|update|u|destroy|down|dn|refresh|import|cancel|watch',
      'state delete|move|rename|unprotect|upgrade|repair',
      'stack rm|import',
      'deployment run',
    ],
    rehearsal: '--preview-only',
    valued: '-C --cwd -c --config -m --message -t --target -r --replace -p --parallel --config-file',
    target: '-s --stack',
    variables: 'PULUMI_STACK',
    operands: 'hint',
    scope: 'pulumi',
  },
  {
    programs: 'cdk cdktf',
    writes: ['deploy|destroy|watch|import|rollback|gc|bootstrap'],
    rehearsal: '--no-execute',
    valued:
      '-a --app -o --output --outputs-file -O --require-approval --role-arn -r --toolkit-stack-name -m --method',
    target: '--profile',
    suggests: '-c --context --parameters',
    variables: 'AWS_PROFILE AWS_DEFAULT_PROFILE AWS_VAULT CDK_ENV STAGE DEPLOY_ENV',
    operands: 'suggest',
    scope: 'aws',
  },
  {
    programs: 'serverless sls osls',
    writes: ['deploy|remove|rollback'],
    reads: ['deploy list'],
    rehearsal: '--noDeploy',
    valued: '-c --config -r --region -f --function -p --package',
    target: '-s --stage',
    suggests: '--aws-profile --param',
    variables: 'SLS_STAGE STAGE',
    settings: 'serverless',
  },
  {
    programs: 'sam',
    writes: ['deploy|delete|sync'],
    rehearsal: '--no-execute-changeset',
    valued:
      '-t --template --template-file --s3-bucket --s3-prefix --capabilities --region --config-file --tags --image-repository',
    target: '--config-env --stack-name --profile',
    suggests: '--parameter-overrides',
    variables: 'AWS_PROFILE AWS_DEFAULT_PROFILE AWS_VAULT SAM_CLI_CONFIG_ENV',
    scope: 'aws',
  },
  {
    programs: 'sst',
    writes: ['deploy|remove'],
    target: '--stage --profile',
    variables: 'SST_STAGE AWS_PROFILE',
  },
  {
    programs: 'copilot',
    writes: ['deploy', 'svc|job|env|pipeline|app deploy|delete|init', 'svc pause|resume'],
    target: '-e --env',
    hint: '-n --name -a --app',
    variables: 'COPILOT_ENVIRONMENT AWS_PROFILE',
  },
  {
    programs: 'eb',
    writes: ['deploy|terminate|swap|scale|setenv|upgrade|abort'],
    target: '-e --environment --profile',
    valued: '-l --label -m --message -r --region --timeout',
    variables: 'AWS_PROFILE AWS_EB_PROFILE',
    operands: 'suggest',
  },
  {
    programs: 'ansible-playbook',
    writes: [''],
    rehearsal: '--check -C --syntax-check --list-hosts --list-tasks --list-tags',
    valued:
      '-u --user --private-key --key-file -f --forks -t --tags --skip-tags --start-at-task --vault-id --vault-password-file -b --become-user -M',
    target: '-i --inventory --inventory-file -l --limit -c --connection',
    suggests: '-e --extra-vars',
    variables: 'ANSIBLE_INVENTORY ANSIBLE_LIMIT',
    operands: 'hint',
  },
  {
    programs: 'ansible',
    writes: [''],
    rehearsal: `--check -C --list-hosts ${ANSIBLE_LOOKS}`,
    valued: '-m --module-name -a --args -u --user -f --forks -e --extra-vars',
    target: '-i --inventory -l --limit',
    operands: 'suggest',
    onlyProtected: true,
    likely: true,
  },
  {
    programs: 'cap mina dep kamal fab',
    writes: ['... deploy*|*:deploy|redeploy|rollback|setup|app:boot|remove'],
    reads: ['... deploy:check|deploy:log|deploy:print_config_variables|deploy:unlock'],
    rehearsal: '-n --dry-run -T --tasks -l --list',
    valued: '-f --config-file -o -r --roles --hosts -H -s --set',
    target: '-d --destination --stage --environment --env -e -H --hosts',
    variables: 'STAGE ENV RAILS_ENV KAMAL_DESTINATION',
    operands: 'suggest',
  },
  {
    programs: 'nomad',
    writes: [
      'job run|stop|revert|promote|scale|dispatch|restart|deployment',
      'run|stop',
      'deployment promote|fail|resume|pause',
    ],
    rehearsal: '-check-index-only',
    target: '-address -namespace -region',
    variables: 'NOMAD_ADDR NOMAD_NAMESPACE',
    operands: 'hint',
  },
  {
    programs: 'waypoint convox dokku cf',
    writes: [
      'up|deploy|release|push|promote|scale|restage|restart|rollback|delete|destroy',
      'releases promote|rollback',
      'apps:destroy|git:from-image|ps:rebuild|ps:restart|ps:scale',
    ],
    valued: '-f -i -m -b -k',
    target: '-a --app -r --rack -w --workspace -o -s',
    operands: 'hint',
  },
  {
    programs: 'nixos-rebuild colmena deploy-rs',
    writes: ['switch|boot|apply|apply-local', '... switch'],
    valued: '-I --option -j',
    target: '--target-host --on -p --profile',
    hint: '--flake',
    onlyProtected: true,
  },
  {
    programs: 'switch-to-configuration',
    writes: ['switch|boot'],
    likely: true,
  },
]

export const INFRASTRUCTURE_SELECTORS: readonly Selector[] = [
  { programs: 'terraform tofu terragrunt', words: 'workspace select|new', scope: 'terraform' },
  { programs: 'pulumi', words: 'stack select|init', scope: 'pulumi' },
]
