import { AWS } from './aws.ts'
import { AZURE } from './azure.ts'
import { GOOGLE_CLOUD } from './google-cloud.ts'
import type { Selector, Tool } from './tool.ts'

/** The command lines of the clouds. */
export const CLOUDS: readonly Tool[] = [
  ...AWS,
  ...GOOGLE_CLOUD,
  ...AZURE,
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
