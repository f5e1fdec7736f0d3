import type { Tool } from './tool.ts'

/** Microsoft's command lines. */
export const AZURE: readonly Tool[] = [
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
    // Whatever else changes something, where what it is in is named as protected.
    programs: 'az',
    writes: [
      '... create|start|set|add|remove|scale|assign|attach|detach|apply|reset|rotate|renew|regenerate|run-command',
    ],
    reads: [
      'account|login|logout|config|configure|version|upgrade|extension|ad|find|interactive|feedback|cache|cloud',
    ],
    valued: '-l --location -f --sku --query -o --output',
    target: '--subscription -g --resource-group -n --name --vault-name -s',
    operands: 'hint',
    scope: 'azure',
    settings: 'azure',
    onlyProtected: true,
    likely: true,
  },
  {
    programs: 'azd',
    writes: ['up|deploy|provision|down', 'publish'],
    rehearsal: '--preview',
    target: '-e --environment',
    variables: 'AZURE_ENV_NAME',
  },
]
