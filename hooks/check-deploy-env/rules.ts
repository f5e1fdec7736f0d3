import type { Rule } from '../../src/hook.ts'

export const rules: readonly Rule[] = [
  { id: 'branch', what: 'another branch than those that may be deployed, or none' },
  { id: 'clean', what: 'uncommitted changes' },
  { id: 'synced', what: 'a commit that is not that of the upstream branch' },
  { id: 'state', what: 'a command in front that changes what is deployed' },
  { id: 'repository', what: 'no git repository to judge by' },
  { id: 'kube-context', what: 'a kube context of another environment, or one that is not known' },
  { id: 'tests', what: 'tests that have not passed for this commit' },
  { id: 'check', what: "a check of the team's own that fails" },
  { id: 'user', what: 'a user who may not deploy' },
  { id: 'required-file', what: 'a required file that is not there' },
  { id: 'freeze', what: 'a time in which nothing is deployed' },
  { id: 'unread', what: 'a command that can not be read for certain and speaks of deploying' },
]
