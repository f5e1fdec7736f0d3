import * as z from 'zod/mini'

const name = () =>
  z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'has to be of a-z, 0-9 and -, up to 40 of them')),
  )
const file = () => z.string().check(z.minLength(1), z.maxLength(1000))

const secretSource = () =>
  z.union([
    z.strictObject({
      env: z.string().check(z.regex(/^[A-Za-z_]\w{0,99}$/, 'has to be the name of a variable')),
    }),
    z.strictObject({ file: file() }),
  ])

/** Their values in a file that is often committed and shared would be no secrets for long. */
const SECRET_HEADER = /auth|token|key|secret|cookie|password/i

const headers = () =>
  z.optional(
    z
      .record(
        z.string().check(z.regex(/^[A-Za-z0-9-]{1,100}$/, 'has to be the name of a header')),
        z.union([z.string().check(z.regex(/^[ -~]{1,2000}$/, 'has to be printable ASCII')), secretSource()]),
      )
      .check(
        z.superRefine((value, ctx) => {
          for (const [key, given] of Object.entries(value)) {
            if (typeof given !== 'string' || !SECRET_HEADER.test(key)) continue
            ctx.addIssue({
              code: 'custom',
              path: [key],
              message: `${key} looks like a secret: take it from {"env": "NAME"} or {"file": "PATH"}`,
            })
          }
        }),
      ),
  )

const LOCAL = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?(?:\/|$)/i
const HTTP = /^https?:\/\/[^\s/@?#]+(?:\/[^\s?#@]*)?(?:\?[^\s#]*)?$/i

const httpUrl = () =>
  z
    .string()
    .check(
      z.maxLength(2000),
      z.regex(HTTP, 'has to be an http:// or https:// address, without a user or password in it'),
    )

const posted = () => ({
  name: name(),
  url: httpUrl(),
  headers: headers(),
  token: z.optional(secretSource()),
  gzip: z.optional(z.boolean()),
  caFile: z.optional(file()),
  timeoutSeconds: z.optional(z.int().check(z.minimum(1), z.maximum(300))),
  batchRecords: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
  batchBytes: z.optional(z.int().check(z.minimum(1024), z.maximum(50_000_000))),
  allowPlainHttp: z.optional(z.boolean()),
})

const isPlain = ({ url, allowPlainHttp }: { url: string; allowPlainHttp?: boolean | undefined }) =>
  allowPlainHttp === true || /^https:/i.test(url) || LOCAL.test(url)
const PLAIN = {
  path: ['url'],
  message:
    'sends records unencrypted to another machine: use https://, or set allowPlainHttp to true in this sink',
}

const http = z
  .strictObject({ type: z.literal('http'), ...posted(), secret: z.optional(secretSource()) })
  .check(z.refine(isPlain, PLAIN))

const otlp = z
  .strictObject({
    type: z.literal('otlp'),
    ...posted(),
    resource: z.optional(z.record(z.string().check(z.minLength(1), z.maxLength(200)), z.string())),
  })
  .check(z.refine(isPlain, PLAIN))

const syslog = z.strictObject({
  type: z.literal('syslog'),
  name: name(),
  url: z
    .string()
    .check(
      z.regex(
        /^(?:udp|tcp|tls):\/\/(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:]+\]):\d{1,5}$/,
        'has to be udp://HOST:PORT, tcp://HOST:PORT or tls://HOST:PORT',
      ),
    ),
  facility: z.optional(z.int().check(z.minimum(0), z.maximum(23))),
  appName: z.optional(z.string().check(z.regex(/^[!-~]{1,48}$/, 'has to be printable ASCII without spaces'))),
  maxBytes: z.optional(z.int().check(z.minimum(480), z.maximum(1_000_000))),
  framing: z.optional(z.enum(['octets', 'newline'])),
  caFile: z.optional(file()),
  timeoutSeconds: z.optional(z.int().check(z.minimum(1), z.maximum(300))),
})

/** The option `sinks`. */
export const sinksSchema = z.array(z.discriminatedUnion('type', [http, otlp, syslog])).check(
  z.maxLength(10),
  z.refine((sinks) => {
    const names = sinks.flatMap((sink) => sink.name ?? [])
    return new Set(names).size === names.length
  }, 'has a name twice'),
)
