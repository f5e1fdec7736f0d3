import type { Selector, Tool } from './tool.ts'

const HELM_VALUED =
  '-f --values --set --set-string --set-file --set-json --version --repo --timeout --history-max --description --post-renderer --kube-token --kube-as-user --registry-config --repository-config --repository-cache --burst-limit --qps --kube-ca-file --kube-as-group --kube-tls-server-name -o --output'

/** Tools that change a cluster; the context in effect is their target. */
export const KUBE: readonly Tool[] = [
  {
    programs: 'kubectl oc k kubecolor',
    writes: [
      'apply|create|delete|replace|patch|edit|scale|autoscale|set|expose|run|label|annotate|taint|drain|cordon|uncordon|new-app|start-build',
      'rollout restart|undo|pause|resume|latest|cancel|retry',
      'certificate approve|deny',
      'adm policy|drain|upgrade|cordon|taint',
      'argo rollouts promote|abort|retry|restart|undo|set|pause',
    ],
    reads: ['apply view-last-applied'],
    rehearsal: '--dry-run',
    valued:
      '-f --filename -k --kustomize -o --output -l --selector --field-selector -c --container --replicas --image --type -p --patch --patch-file --timeout --grace-period --as --as-group --token --user --client-certificate --client-key --certificate-authority --request-timeout --field-manager -v --v --log-dir --log-file --tls-server-name --as-uid --profile-output --cache-dir --overrides --port',
    scope: 'kube',
  },
  {
    programs: 'kubectl oc k kubecolor',
    writes: ['cp'],
    valued: '-c --container',
    scope: 'kube',
    copies: true,
    likely: true,
  },
  {
    programs: 'helm helm3',
    writes: ['push', 'registry push'],
    operands: 'hint',
    onlyProtected: true,
  },
  {
    programs: 'helm helm3',
    writes: [
      'install|upgrade|uninstall|delete|del|un|rollback',
      // The plugin helm-secrets runs helm itself.
      'secrets install|upgrade|uninstall|delete|rollback',
    ],
    rehearsal: '--dry-run',
    valued: HELM_VALUED,
    operands: 'hint',
    scope: 'kube',
  },
  {
    programs: 'helmfile',
    writes: ['apply|sync|destroy|delete'],
    valued: '-f --file -l --selector --args --state-values-set --state-values-file',
    target: '-e --environment',
    variables: 'HELMFILE_ENVIRONMENT',
    scope: 'kube',
  },
  {
    programs: 'skaffold',
    writes: ['run|deploy|dev|debug|apply|delete'],
    valued:
      '-f --filename -t --tag -d --default-repo -m --module -l --label -c --config --cache-file -a --build-artifacts -i --images',
    hint: '-p --profile',
    scope: 'kube',
  },
  {
    programs: 'tilt',
    writes: ['up|ci|down'],
    valued: '-f --file --port',
    scope: 'kube',
  },
  {
    programs: 'devspace okteto garden werf',
    writes: ['deploy|dev|purge|up|converge|dismiss|run-pipeline|destroy'],
    target: '--env -e --environment',
    hint: '-p --profile',
    variables: 'WERF_ENV GARDEN_ENVIRONMENT',
    scope: 'kube',
  },
  {
    programs: 'kapp kluctl kn istioctl linkerd cilium flux velero',
    writes: [
      'deploy|delete|install|uninstall|upgrade|bootstrap|reconcile|suspend|resume|create|prune',
      'service|job|broker|trigger|restore|backup|schedule create|update|delete|apply',
    ],
    rehearsal: '--export --diff-run --dry-run',
    valued: '-f --file -a --app',
    target: '-t --target',
    scope: 'kube',
  },
  {
    programs: 'argocd',
    writes: [
      'app sync|create|delete|set|unset|rollback|patch|edit|terminate-op|delete-resource|patch-resource',
      'appset create|delete',
      'proj create|delete|edit|set',
      'cluster add|rm|set',
      'repo add|rm',
    ],
    rehearsal: '--dry-run',
    valued:
      '--revision --label -l --resource --dest-namespace --repo --path --auth-token --grpc-web-root-path --timeout',
    target: '--server --argocd-context',
    hint: '--project --dest-server --dest-name',
    variables: 'ARGOCD_SERVER',
    operands: 'suggest',
  },
  {
    programs: 'kubectl-argo-rollouts',
    writes: ['promote|abort|retry|restart|undo|set|pause'],
    scope: 'kube',
  },
]

/** Commands that choose the cluster or the namespace for what follows them. */
export const KUBE_SELECTORS: readonly Selector[] = [
  { programs: 'kubectl oc k kubecolor', words: 'config use-context|use', scope: 'kube' },
  {
    programs: 'kubectl oc k kubecolor',
    words: 'config set-context',
    scope: 'kubeconfig',
    from: '--cluster --user',
  },
  {
    programs: 'kubectl oc k kubecolor',
    words: 'config rename-context|set-cluster|set-credentials',
    scope: 'kubeconfig',
  },
  { programs: 'kubectl oc k kubecolor', words: 'config set contexts.*|clusters.*', scope: 'kubeconfig' },
  {
    programs: 'kubectl oc k kubecolor',
    words: 'config set-context',
    scope: 'namespace',
    from: '--namespace -n',
  },
  { programs: 'kubectl oc k kubecolor', words: 'config set current-context', scope: 'kube' },
  { programs: 'kubectx kctx kubie kubeswitch switcher', words: '', scope: 'kube' },
  { programs: 'kubens', words: '', scope: 'namespace' },
  { programs: 'oc', words: 'project', scope: 'namespace' },
  { programs: 'oc', words: 'login', scope: 'kube' },
  { programs: 'aws', words: 'eks update-kubeconfig', scope: 'kube', from: '--name --alias' },
  { programs: 'gcloud', words: 'container clusters get-credentials', scope: 'kube' },
  { programs: 'gcloud', words: 'container fleet memberships get-credentials', scope: 'kube' },
  { programs: 'az', words: 'aks get-credentials', scope: 'kube', from: '-n --name' },
  { programs: 'doctl', words: 'kubernetes|k8s cluster kubeconfig save', scope: 'kube' },
  { programs: 'tsh', words: 'kube login', scope: 'kube' },
  {
    programs: 'minikube',
    words: 'start|update-context',
    scope: 'kube',
    from: '-p --profile',
    chooses: 'minikube',
  },
  { programs: 'kind', words: 'create cluster', scope: 'kube', chooses: 'kind-kind' },
  { programs: 'k3d', words: 'cluster create', scope: 'kube', chooses: 'k3d-k3s-default' },
]
