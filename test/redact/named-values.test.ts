import { describe, expect, test } from 'vitest'
import { secretKind } from '../../src/redact/names.ts'
import { redactor } from '../support/redactor.ts'

const X = '[REDACTED:by-key]'

describe('names of secrets', () => {
  test.each(
    'password PASSWORD Passwd db_password DB_PASS PGPASSWORD passphrase client_secret clientSecret AWS_SECRET_ACCESS_KEY aws.secret.access.key SECRET_KEY_BASE api_key apiKey x-api-key APIKEY OPENAI_API_KEY privateKey accessToken access_token GITHUB_TOKEN npm_config__authToken csrfToken Authorization proxy-authorization Cookie Set-Cookie _auth pwd user_email signing_key credentials passwordHash'.split(
      ' ',
    ),
  )('%s', (name) => {
    expect(secretKind(name)).toBeDefined()
  })
})

describe('names that only resemble one', () => {
  test.each(
    'key keys name public_key primaryKey cacheKey keyboard monkey max_tokens tokens tokenizer token_count tokenType author authority authenticate passed passenger bypass compass password_file secretName secret_id tokenUrl cookie_name SSH_AUTH_SOCK PWD OLDPWD keypress access_level secretary'.split(
      ' ',
    ),
  )('%s', (name) => {
    expect(secretKind(name)).toBeUndefined()
  })
})

test.each([
  // shell and .env files
  ['PASSWORD=hunter2', `PASSWORD=${X}`],
  ['export DB_PASSWORD="two words" && run', `export DB_PASSWORD="${X}" && run`],
  ["API_KEY='it is $5' x", `API_KEY='${X}' x`],
  ['PASS_WORD=x; DB_PASSWORD=a)b}c ls', `PASS_WORD=x; DB_PASSWORD=${X} ls`],
  ['env TOKEN=abcd1234 curl x', `env TOKEN=${X} curl x`],
  ['A=1\nSECRET=x\nB=2', `A=1\nSECRET=${X}\nB=2`],
  ['printf "A=1\\nTOKEN=abcd1234\\nB=2"', `printf "A=1\\nTOKEN=${X}\\nB=2"`],
  // options
  ['login --password hunter2 --user me', `login --password ${X} --user me`],
  ['login --password=hunter2', `login --password=${X}`],
  ["login --api-key 'hunter 2'", `login --api-key '${X}'`],
  ['login -password hunter2', `login -password ${X}`],
  // headers
  ['curl -H "Authorization: Bearer abcdefgh" x', `curl -H "Authorization: Bearer ${X}" x`],
  ["curl -H 'Cookie: a=1; session=abc' x", `curl -H 'Cookie: ${X}' x`],
  ['> Authorization: Basic abcdefgh\r\n> Host: x', `> Authorization: Basic ${X}\r\n> Host: x`],
  ['X-Api-Key: abcdef', `X-Api-Key: ${X}`],
  // JSON in text, escaped to any depth
  ['{"api_key": "sk-x", "b": 1}', `{"api_key": "${X}", "b": 1}`],
  ['{"password":12345,"b":2}', `{"password":"${X}","b":2}`],
  ['{\\"password\\":\\"a\\\\\\"b\\",\\"c\\":1}', `{\\"password\\":\\"${X}\\",\\"c\\":1}`],
  ['{\\"password\\":12345}', `{\\"password\\":\\"${X}\\"}`],
  ['"clientSecret" : "a\\\\", "b": "c"', `"clientSecret" : "${X}", "b": "c"`],
  // other languages
  ['password: hunter2', `password: ${X}`],
  ['  password: two words # why', `  password: ${X} # why`],
  ['- token: abcd1234', `- token: ${X}`],
  ['config["password"] = "hunter2"', `config["password"] = "${X}"`],
  ["'secret' => 'hunter2',", `'secret' => '${X}',`],
  ['password := "hunter2"', `password := "${X}"`],
  ['<password>hunter2</password>', `<password>${X}</password>`],
  ['connect(password=hunter2)', `connect(password=${X})`],
  ['Server=x;Uid=me;Pwd=hunter2;', `Server=x;Uid=me;Pwd=${X};`],
  ['AccountName=x;AccountKey=abc+/=;', `AccountName=x;AccountKey=${X};`],
  ['password = horse.battery', `password = ${X}`],
  ['password: any horse battery', `password: ${X}`],
  // URLs
  ['GET /x?access_token=abcd1234&b=1', `GET /x?access_token=${X}&b=1`],
  ['next=%2Fx%3Fpassword%3Dhunter2&b=1', `next=%2Fx%3Fpassword%3D${X}&b=1`],
])('%s', (text, expected) => {
  expect(redactor().text(text)).toBe(expected)
})

describe('no value, or none that is secret', () => {
  test.each([
    'export TOKEN=$TOKEN',
    'curl -H "Authorization: Bearer $TOKEN" x',
    'PASSWORD="${DB_PASSWORD}" run',
    'TOKEN=$(gh auth token) run',
    'password: ${{ secrets.DB_PASSWORD }}',
    '"password": "{{ vault_password }}"',
    'password = read_password(prompt)',
    'const token = process.env.TOKEN',
    'token = os.environ["TOKEN"]',
    'token: this.token,',
    'const apiKey = options.auth.apiKey',
    'interface A { password: string; apiKey?: string | undefined; token: Optional[str] }',
    'def f(password: str = None, token: bytes) -> bool:',
    'if (token == other || secret === x) {}',
    'Token::new(1)',
    'max_tokens: 4096, "token": 12, "cookies": true',
    'password: ********',
    'password=<your password>',
    'PASSWORD=',
    'PWD=/home/dev/project',
    'the password is in the vault; a token may expire. Press any key: yes',
    '--token-file x --password-stdin',
    'cookie jar; authorization code; author: me',
  ])('%s', (text) => {
    expect(redactor().text(text)).toBe(text)
  })
})
