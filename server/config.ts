import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { defaultRatePerSecond } from './http/rate-limit.ts'
import { list, oidcEnvironment, readOidcConfig } from './people/oidc/oidc-config.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const flag = z.enum(['on', 'off'])
const days = 86_400_000
const minutes = 60_000
const Host = z.string().regex(/^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/, 'is not a host name, with or without a port')

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(4400),
  HOST: z.string().min(1).default('127.0.0.1'),
  BASE_URL: z.url().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  MUSTER_DATA: z.string().min(1).default(`${root}.muster`),
  MUSTER_SECRET: z.string().min(32, 'has fewer than 32 characters').optional(),
  MUSTER_ADMIN_EMAIL: z.email().optional(),
  MUSTER_ADMIN_PASSWORD: z.string().min(12, 'has fewer than 12 characters').optional(),
  ...oidcEnvironment,
  MUSTER_HOSTS: list.pipe(z.array(Host)),
  MUSTER_TRUST_PROXY: flag.default('off'),
  MUSTER_PAGES: flag.default('on'),
  MUSTER_RATE_PER_SECOND: z.coerce.number().min(1).max(1_000_000).default(defaultRatePerSecond),
  MUSTER_SESSION_RETENTION_DAYS: z.coerce.number().positive().max(36_500).default(7),
  MUSTER_DEAD_GRACE_MINUTES: z.literal('off').or(z.coerce.number().min(0).max(525_600)).default(15),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export class ConfigError extends Error {}

export type Config = ReturnType<typeof readConfig>

export function readConfig(environment: NodeJS.ProcessEnv) {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  const env = parsed.data
  return {
    root,
    port: env.PORT,
    host: env.HOST,
    baseUrl: env.BASE_URL?.replace(/\/$/, ''),
    databaseUrl: env.DATABASE_URL,
    dataFolder: env.MUSTER_DATA,
    secret: env.MUSTER_SECRET,
    admin: { email: env.MUSTER_ADMIN_EMAIL, password: env.MUSTER_ADMIN_PASSWORD },
    oidc: readOidcConfig(env, (problem) => new ConfigError(problem)),
    hosts: env.MUSTER_HOSTS,
    trustProxy: env.MUSTER_TRUST_PROXY === 'on',
    pages: env.MUSTER_PAGES === 'on',
    ratePerSecond: env.MUSTER_RATE_PER_SECOND,
    dev: environment.MUSTER_DEV === '1',
    logLevel: env.LOG_LEVEL,
    settings: {
      sessionRetentionMs: env.MUSTER_SESSION_RETENTION_DAYS * days,
      deadGraceMs: Number(env.MUSTER_DEAD_GRACE_MINUTES) > 0 ? Number(env.MUSTER_DEAD_GRACE_MINUTES) * minutes : null,
    },
  }
}
