/** One kind of secret that is known by how it looks. */
export interface Format {
  /** Stands in the marker: `[REDACTED:<id>]`. */
  readonly id: string
  /** Literal texts, one of which every such secret holds. The text is searched for these first. */
  readonly hints: readonly string[]
  /**
   * Tried where a hint stands. The secret is the last group that matched, which has to end
   * where the match ends, or the whole match. On a miss it has to give up after a bounded
   * number of characters, so that the search stays linear.
   */
  readonly pattern: string
  /** The secret may turn out to be a reference (`$PASSWORD`) or a pair of numbers: then it stays. */
  readonly mayBeReference?: true
}

/** Not in the middle of a word; the letter of an escape such as `\n` is not one. */
const LEFT = '(?:(?<![A-Za-z0-9_-])|(?<=\\\\[nrt]))'

/** A value on a command line: quoted or bare. */
const ARGUMENT = `(?:"([^"\\n]{1,200})|'([^'\\n]{1,200})|([^\\s"'|;&\\\\]{1,200}))`

/** A word of a .netrc file and the space behind it, which may be an escaped line break. */
const NETRC_WORD = '[^\\s\\\\]{1,200}(?:\\s|\\\\[nrt]){1,20}'

/**
 * Formats of tokens as their makers document them. Every row has a positive and a negative
 * example in test/redact/format-examples.ts; a test asks for them.
 */
export const FORMATS: readonly Format[] = [
  {
    id: 'private-key',
    hints: ['-----BEGIN '],
    // Up to the end mark, or as far as the lines look like a key: it may have been cut off.
    pattern:
      '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^"\'<>{}()-]|-(?!----BEGIN)){0,12000}?-----END [A-Z0-9 ]{0,40}-----|(?:[A-Za-z0-9+/=]{16,200}|\\\\[nr]|\\s){0,2000})',
  },
  {
    id: 'url-credentials',
    hints: ['://'],
    pattern: '://[^\\s/:@"\'<>\\\\]{0,200}:([^\\s/@"\'<>\\\\]{1,500})(?=@)',
    mayBeReference: true,
  },
  {
    id: 'jwt',
    hints: ['eyJ'],
    pattern: `${LEFT}eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]*(?:\\.[A-Za-z0-9_-]*){0,2}`,
  },
  {
    id: 'bearer',
    hints: ['earer ', 'EARER '],
    pattern:
      '(?:earer|EARER) {1,3}((?=[A-Za-z._~+/=-]{0,100}[0-9])[A-Za-z0-9._~+/=-]{16,}|[A-Za-z0-9._~+/=-]{40,})',
  },
  {
    id: 'basic-auth',
    hints: ['asic '],
    pattern: 'asic {1,3}((?=[A-Za-z+/]{0,100}[0-9=])[A-Za-z0-9+/]{12,}={0,2})',
  },
  { id: 'anthropic', hints: ['sk-ant-'], pattern: 'sk-ant-[A-Za-z0-9_-]{16,}' },
  {
    id: 'openai',
    hints: ['sk-'],
    pattern: `${LEFT}sk-(?:(?:proj|svcacct|admin|or-v1)-[A-Za-z0-9_-]{20,}|[A-Za-z0-9]{32,})`,
  },
  {
    id: 'aws-access-key',
    hints: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    pattern: '[A-Z]{4}[A-Z0-9]{16}(?![A-Za-z0-9])',
  },
  { id: 'github', hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], pattern: 'gh[a-z]_[A-Za-z0-9]{30,}' },
  { id: 'github', hints: ['github_pat_'], pattern: 'github_pat_[A-Za-z0-9_]{22,}' },
  {
    id: 'gitlab',
    hints: [
      'glpat-',
      'glptt-',
      'gldt-',
      'glrt-',
      'glcbt-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glsoat-',
      'glft-',
    ],
    pattern: 'gl[a-z]{2,6}-[A-Za-z0-9_.-]{20,}',
  },
  { id: 'slack', hints: ['xox'], pattern: 'xox[a-eo-s]-[A-Za-z0-9%-]{10,}' },
  { id: 'slack', hints: ['xapp-'], pattern: 'xapp-[0-9]-[A-Za-z0-9-]{10,}' },
  {
    id: 'slack',
    hints: ['hooks.slack.com/'],
    pattern: 'hooks\\.slack\\.com/(?:services|workflows|triggers)/([A-Za-z0-9_/-]{20,})',
  },
  {
    id: 'discord-webhook',
    hints: ['/api/webhooks/'],
    pattern: '/api/webhooks/([0-9]{10,25}/[A-Za-z0-9_-]{30,})',
  },
  { id: 'google', hints: ['AIza'], pattern: 'AIza[A-Za-z0-9_-]{35}' },
  { id: 'google', hints: ['ya29.'], pattern: 'ya29\\.[A-Za-z0-9_-]{20,}' },
  { id: 'google', hints: ['GOCSPX-'], pattern: 'GOCSPX-[A-Za-z0-9_-]{20,}' },
  {
    id: 'stripe',
    hints: ['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_'],
    pattern: '[sr]k_(?:live|test)_[A-Za-z0-9]{10,}',
  },
  { id: 'webhook-secret', hints: ['whsec_'], pattern: 'whsec_[A-Za-z0-9+/=]{24,}' },
  { id: 'npm', hints: ['npm_'], pattern: 'npm_[A-Za-z0-9]{36}' },
  { id: 'pypi', hints: ['pypi-AgE'], pattern: 'pypi-AgE[A-Za-z0-9_-]{50,}' },
  { id: 'huggingface', hints: ['hf_'], pattern: `${LEFT}hf_[A-Za-z0-9]{30,}` },
  {
    id: 'digitalocean',
    hints: ['dop_v1_', 'doo_v1_', 'dor_v1_'],
    pattern: 'do[opr]_v1_[a-f0-9]{64}',
  },
  {
    id: 'sendgrid',
    hints: ['SG.'],
    pattern: 'SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}',
  },
  { id: 'shopify', hints: ['shpat_', 'shpca_', 'shppa_', 'shpss_'], pattern: 'shp[a-z]{2}_[a-fA-F0-9]{32}' },
  {
    id: 'telegram-bot',
    hints: [':AA'],
    pattern: '(?<=(?:^|[^0-9])[0-9]{8,10}):(AA[A-Za-z0-9_-]{33})(?![A-Za-z0-9_-])',
  },
  { id: 'vault', hints: ['hvs.', 'hvb.'], pattern: `${LEFT}hv[sb]\\.[A-Za-z0-9_-]{20,}` },
  { id: 'databricks', hints: ['dapi'], pattern: 'dapi[a-f0-9]{32}' },
  { id: 'docker', hints: ['dckr_pat_', 'dckr_oat_'], pattern: 'dckr_[a-z]{3}_[A-Za-z0-9_-]{20,}' },
  { id: 'atlassian', hints: ['ATATT3'], pattern: 'ATATT3[A-Za-z0-9_=-]{50,}' },
  { id: 'linear', hints: ['lin_api_'], pattern: 'lin_api_[A-Za-z0-9]{30,}' },
  { id: 'notion', hints: ['ntn_'], pattern: `${LEFT}ntn_[A-Za-z0-9]{40,}` },
  {
    id: 'grafana',
    hints: ['glsa_', 'glc_'],
    pattern: `${LEFT}(?:glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|glc_[A-Za-z0-9+/=]{32,})`,
  },
  { id: 'sentry', hints: ['sntrys_', 'sntryu_'], pattern: 'sntry[su]_[A-Za-z0-9+/=_-]{30,}' },
  { id: 'supabase', hints: ['sbp_'], pattern: `${LEFT}sbp_[a-f0-9]{40}` },
  { id: 'age', hints: ['AGE-SECRET-KEY-1'], pattern: 'AGE-SECRET-KEY-1[A-Z0-9]{40,}' },
  {
    id: 'signed-url',
    hints: ['X-Amz-Signature=', 'X-Amz-Security-Token=', 'X-Goog-Signature=', '&sig=', '?sig=', 'u0026sig='],
    pattern: '[?&]?[A-Za-z0-9-]{3,20}=([A-Za-z0-9%+/=_-]{16,})',
  },
  {
    id: 'curl-user',
    hints: [' -u ', ' --user ', ' --user='],
    pattern: ' (?:-u|--user)[ =]["\']?[^\\s:"\'$]{1,100}:([^\\s"\'\\\\]{1,200})',
    mayBeReference: true,
  },
  {
    id: 'mysql-password',
    hints: ['mysql', 'mariadb'],
    pattern: `(?:mysql|mariadb)[a-z-]{0,20} [^\\n|;&"]{0,200}?(?<= )-p${ARGUMENT}`,
    mayBeReference: true,
  },
  {
    id: 'login-password',
    hints: ['sshpass ', 'docker login ', 'podman login ', 'redis-cli '],
    pattern: `(?:(?:sshpass|docker login|podman login) (?:[^\\n|;&"]{0,200}? )??-p|redis-cli (?:[^\\n|;&"]{0,200}? )??-a) {0,3}${ARGUMENT}`,
    mayBeReference: true,
  },
  {
    id: 'netrc',
    hints: ['machine '],
    pattern: `machine ${NETRC_WORD}login ${NETRC_WORD}password {1,9}([^\\s"'\\\\]{1,200})`,
  },
  {
    id: 'private-key',
    hints: ['LS0tLS1CRUdJTi'],
    // The same in base64, as in Kubernetes; a certificate or public key is none.
    pattern: 'LS0tLS1CRUdJTi(?!BDRVJU|BQVUJMSUM)[A-Za-z0-9+/=]{40,}',
  },
]
