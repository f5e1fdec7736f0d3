import type { Rule } from '../../src/hook.ts'

const RULES: readonly Rule[] = [
  { id: 'branch', what: 'another branch than those that may be deployed, or none' },
  { id: 'clean', what: 'uncommitted changes' },
  { id: 'synced', what: 'a commit that is not that of the upstream branch' },
  { id: 'state', what: 'a command in front that changes what is deployed' },
  { id: 'repository', what: 'no git repository to judge by' },
  { id: 'kube-context', what: 'a kube context of another environment, or one that is not known' },
  { id: 'tests', what: 'tests that have not passed for this commit' },
  { id: 'ci', what: 'CI that is not green for this commit' },
  { id: 'check', what: "a check of the team's own that fails" },
  { id: 'user', what: 'a user who may not deploy' },
  { id: 'ci-only', what: 'a deploy from outside of CI to an environment that CI alone deploys to' },
  { id: 'required-file', what: 'a required file that is not there' },
  { id: 'required-command', what: 'a required program that is not there' },
  { id: 'freeze', what: 'a time in which nothing is deployed' },
  { id: 'approval', what: 'a deploy that no person has approved' },
  { id: 'unread', what: 'a command that can not be read for certain and speaks of deploying' },
]

/** Whoever lets a deploy go ahead all the same says why, in the audit log. */
export const rules: readonly Rule[] = RULES.map((rule) => ({ ...rule, asksWhy: true }))
