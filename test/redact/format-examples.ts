/** For each row of src/redact/formats.ts a text with such a secret and a healthy look-alike. */
export interface Example {
  /** The row's id and, where several rows share it, one of the row's hints. */
  readonly row: string
  readonly secret: string
  /** `@` stands for the secret. */
  readonly text: string
  readonly healthy: string
}

/** Written in pieces, so that no scanner takes this file for a leak. */
const made = (...parts: readonly string[]) => parts.join('')
const LETTERS = 'Ab3De6Gh9Jk2Mn5Pq8St1Vw4Xy7Zc0Ef3Hi6Lm9Op2Rs5Uv8Yz1'
const HEX = '0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9'

export const EXAMPLES: readonly Example[] = [
  {
    row: 'private-key -----BEGIN ',
    secret: made(
      '-----BEGIN RSA PRIV',
      `ATE KEY-----\n${LETTERS}\n${LETTERS}\n`,
      '-----END RSA PRIVATE KEY-----',
    ),
    text: 'cat id_rsa\n@\ndone',
    healthy: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n-----BEGIN PUBLIC KEY-----',
  },
  {
    row: 'url-credentials ://',
    secret: 'hunter2',
    text: 'psql postgres://app:@@db.internal:5432/app',
    healthy: 'http://localhost:8080/@vite/client and postgres://app:$PGPASSWORD@db/app',
  },
  {
    row: 'jwt eyJ',
    secret: made('ey', 'JhbGciOiJIUzI1NiJ9.', 'eyJzdWIiOiIxMjM0In0.', LETTERS),
    text: 'session is @;',
    healthy: 'the header begins with eyJhbGciOi and the body with eyJ',
  },
  {
    row: 'bearer earer ',
    secret: 'opaque0123456789abcdef',
    text: "curl -H 'X: Bearer @' x",
    healthy: 'Bearer authentication is a bearer of bad news; Bearer $TOKEN',
  },
  {
    row: 'basic-auth asic ',
    secret: 'dXNlcjpodW50ZXIyMg==',
    text: 'sent Basic @ to it',
    healthy: 'Basic authentication and basic understanding',
  },
  {
    row: 'anthropic sk-ant-',
    secret: made('sk-a', 'nt-api03-', LETTERS),
    text: 'export X=@',
    healthy: 'keys look like sk-ant-...',
  },
  {
    row: 'openai sk-',
    secret: made('sk', '-proj-', LETTERS),
    text: 'client(@)',
    healthy: 'task-0123456789012345678901234567890123 and scikit: sk-learn',
  },
  {
    row: 'aws-access-key AKIA',
    secret: made('AK', 'IAIOSFODNN7EXAMPLE'),
    text: 'id @ used',
    healthy: 'AKIA is a prefix, AKIASHORT is none',
  },
  {
    row: 'github ghp_',
    secret: made('gh', 'p_', LETTERS.slice(0, 36)),
    text: 'git clone with @',
    healthy: 'tokens begin with ghp_ or gho_short',
  },
  {
    row: 'github github_pat_',
    secret: made('github', '_pat_', LETTERS),
    text: '"@"',
    healthy: 'github_pat_ is fine grained',
  },
  {
    row: 'gitlab glpat-',
    secret: made('gl', 'pat-', LETTERS.slice(0, 20)),
    text: '@\n',
    healthy: 'glpat-short',
  },
  {
    row: 'slack xox',
    secret: made('xo', 'xb-123456789012-', LETTERS.slice(0, 24)),
    text: 'slack @',
    healthy: 'xoxo, and xoxb-short',
  },
  {
    row: 'slack xapp-',
    secret: made('xa', 'pp-1-A0-', LETTERS.slice(0, 24)),
    text: 'slack @',
    healthy: 'xapp-socket',
  },
  {
    row: 'slack hooks.slack.com/',
    secret: made('T00000000/', 'B00000000/', LETTERS.slice(0, 24)),
    text: 'curl https://hooks.slack.com/services/@',
    healthy: 'see https://hooks.slack.com/services/ for this',
  },
  {
    row: 'discord-webhook /api/webhooks/',
    secret: made('123456789012345678/', LETTERS),
    text: 'https://discord.com/api/webhooks/@',
    healthy: 'GET /api/webhooks/12 and /api/webhooks/list',
  },
  {
    row: 'google AIza',
    secret: made('AI', 'za', LETTERS.slice(0, 35)),
    text: 'maps?x=@',
    healthy: 'AIzaShort',
  },
  {
    row: 'google ya29.',
    secret: made('ya', '29.', LETTERS),
    text: '@',
    healthy: 'ya29.x',
  },
  {
    row: 'google GOCSPX-',
    secret: made('GO', 'CSPX-', LETTERS.slice(0, 28)),
    text: '@',
    healthy: 'GOCSPX-id',
  },
  {
    row: 'stripe sk_live_',
    secret: made('sk', '_live_', LETTERS.slice(0, 24)),
    text: 'charge with @',
    healthy: made('pk', '_live_', LETTERS.slice(0, 24), ' is publishable'),
  },
  {
    row: 'webhook-secret whsec_',
    secret: made('wh', 'sec_', LETTERS.slice(0, 32)),
    text: '@',
    healthy: 'whsec_test',
  },
  {
    row: 'npm npm_',
    secret: made('np', 'm_', LETTERS.slice(0, 36)),
    text: '@',
    healthy: 'npm_config_registry=x',
  },
  {
    row: 'pypi pypi-AgE',
    secret: made('py', 'pi-AgEIcHlwaS5vcmc', LETTERS),
    text: '@',
    healthy: 'pypi-AgE',
  },
  {
    row: 'huggingface hf_',
    secret: made('h', 'f_', LETTERS.slice(0, 34)),
    text: '@',
    healthy: 'hf_model and half_0123456789012345678901234567890123',
  },
  {
    row: 'digitalocean dop_v1_',
    secret: made('do', 'p_v1_', HEX),
    text: '@',
    healthy: 'dop_v1_beta',
  },
  {
    row: 'sendgrid SG.',
    secret: made('S', 'G.', LETTERS.slice(0, 22), '.', LETTERS.slice(0, 43)),
    text: '@',
    healthy: 'SG.Common.Models',
  },
  {
    row: 'shopify shpat_',
    secret: made('sh', 'pat_', HEX.slice(0, 32)),
    text: '@',
    healthy: 'shpat_id',
  },
  {
    row: 'telegram-bot :AA',
    secret: made('AA', LETTERS.slice(0, 33)),
    text: 'https://api.telegram.org/bot123456789:@/getMe',
    healthy: '00:AA:11:BB',
  },
  { row: 'vault hvs.', secret: made('hv', 's.', LETTERS), text: '@', healthy: 'hvs.js' },
  { row: 'databricks dapi', secret: made('da', 'pi', HEX.slice(0, 32)), text: '@', healthy: 'dapi-guide' },
  {
    row: 'docker dckr_pat_',
    secret: made('dck', 'r_pat_', LETTERS.slice(0, 27)),
    text: '@',
    healthy: 'dckr_pat_x',
  },
  { row: 'atlassian ATATT3', secret: made('ATA', 'TT3', LETTERS, LETTERS), text: '@', healthy: 'ATATT3x' },
  {
    row: 'linear lin_api_',
    secret: made('lin', '_api_', LETTERS.slice(0, 40)),
    text: '@',
    healthy: 'lin_api_v2',
  },
  { row: 'notion ntn_', secret: made('nt', 'n_', LETTERS.slice(0, 46)), text: '@', healthy: 'ntn_page' },
  {
    row: 'grafana glsa_',
    secret: made('gl', 'sa_', LETTERS.slice(0, 32), '_', HEX.slice(0, 8)),
    text: '@',
    healthy: 'glsa_x',
  },
  { row: 'sentry sntrys_', secret: made('snt', 'rys_', LETTERS), text: '@', healthy: 'sntrys_x' },
  { row: 'supabase sbp_', secret: made('sb', 'p_', HEX.slice(0, 40)), text: '@', healthy: 'sbp_id' },
  {
    row: 'age AGE-SECRET-KEY-1',
    secret: made('AGE-SEC', 'RET-KEY-1', LETTERS.toUpperCase()),
    text: '@',
    healthy: 'AGE-SECRET-KEY-1...',
  },
  {
    row: 'signed-url X-Amz-Signature=',
    secret: HEX,
    text: 'GET /x?X-Amz-Date=1&X-Amz-Signature=@&y=1',
    healthy: 'the parameter X-Amz-Signature= is missing',
  },
  {
    row: 'curl-user  -u ',
    secret: 'hunter2',
    text: 'curl -s -u admin:@ https://x.example',
    healthy: 'docker run -u 1000:1000 x; curl -u "$USER:$PASS" x; git push -u origin main',
  },
  {
    row: 'mysql-password mysql',
    secret: 'hunter2',
    text: 'mysql -h db -u root -p@ app',
    healthy: 'mysql -h db -u root -p app; npm install mysql2',
  },
  {
    row: 'login-password sshpass ',
    secret: 'hunter2',
    text: 'sshpass -p @ ssh host',
    healthy: 'sshpass -e ssh host; docker login -u me x; redis-cli -p 6380 -a "$PASS"',
  },
  {
    row: 'netrc machine ',
    secret: 'hunter2',
    text: 'machine x.example login me password @',
    healthy: 'the machine has a login and a password',
  },
  {
    row: 'private-key LS0tLS1CRUdJTi',
    secret: Buffer.from(made('-----BEGIN PRIV', 'ATE KEY-----', LETTERS)).toString('base64'),
    text: 'tls.key: @',
    healthy: `tls.crt: ${Buffer.from(`-----BEGIN CERTIFICATE-----${LETTERS}`).toString('base64')}`,
  },
]
