import type { Tool } from './tool.ts'

/** Stores of apps, sites, and frameworks with a deploy of their own. */
export const SITES_AND_APPS: readonly Tool[] = [
  {
    programs: 'eas',
    writes: ['submit|update|deploy'],
    valued: '-p --platform -m --message --id --path',
    target: '-e --profile --branch --channel --environment --alias',
    production: '--prod',
  },
  {
    programs: 'shopify',
    writes: ['app deploy|release', 'theme push|publish', 'hydrogen deploy'],
    target: '-s --store -e --environment -c --config --env',
    production: '--live -l',
  },
  {
    // Stores of apps, by the lanes and actions that go there; lanes may do anything.
    programs: 'fastlane',
    writes: [
      '... deploy|deploy_*|release|release_*|production|submit|deliver|supply|appstore|upload_to_app_store|upload_to_play_store|playstore',
    ],
    reads: [
      'lanes|list|init|docs|env|actions|action|new_action|add_plugin|install_plugins|search_plugins',
      'deliver|supply init|download_*',
    ],
    operands: 'hint',
    otherwise: 'production',
    likely: true,
  },
  {
    programs: 'hugo mike prefect databricks snow',
    writes: ['deploy', 'bundle|app deploy', 'streamlit|snowpark|notebook deploy'],
    rehearsal: '--dryRun',
    target: '-t --target -e --environment --env -c --connection --profile',
    valued: '-s --source --config -n --name -p --pool',
    operands: 'hint',
  },
  {
    programs: 'pm2',
    writes: ['deploy'],
    reads: ['deploy * list|curr|setup'],
    operands: 'suggest',
  },
  {
    programs: 'ng',
    writes: ['deploy'],
    rehearsal: '--dry-run',
    target: '-c --configuration',
  },
  {
    programs: 'mkdocs',
    writes: ['gh-deploy'],
    valued: '-f --config-file -m --message -b --remote-branch -r --remote-name -t --theme -d --site-dir',
    otherwise: 'production',
  },
  {
    programs: 'chalice zappa shipit up apex claudia ecs-deploy deployctl modal',
    writes: ['deploy|undeploy|rollback|promote|release|update', 'production|staging'],
    target: '-s --stage -e --env --environment',
    production: '--prod',
    operands: 'suggest',
  },
]
