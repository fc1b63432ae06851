import { z } from 'zod'

export const SessionId = z
  .string()
  .max(200)
  .regex(/^[a-z0-9-]+$/, 'a session id has lowercase letters, digits and hyphens only')
  .meta({ examples: ['agent-mfrggzdfmztwq2lknnwg23tpoi'] })

const pathLike = (what: string) =>
  z
    .string()
    .min(1, `${what} is empty`)
    .max(200, `${what} has more than 200 characters`)
    // oxlint-disable-next-line no-control-regex
    .regex(/^[^\u0000-\u001f\u007f-\u009f\ud800-\udfff]*$/u, `${what} has control characters or broken Unicode`)
    .regex(/^(?![/-])/, `${what} begins with / or -`)
    .refine((name) => !name.split('/').includes('..'), `${what} has a .. segment`)

export const ThreadName = pathLike('a thread name').meta({ examples: ['feature/rate-limits'] })
export const WorkspaceName = pathLike('a workspace name').meta({ examples: ['shop-api'] })

/** Text that agents hand in and pages show. Postgres can store neither NUL nor half of a surrogate pair. */
export const Text = (max: number) =>
  z
    .string()
    .max(max)
    // oxlint-disable-next-line no-control-regex
    .regex(/^[^\u0000\ud800-\udfff]*$/u, 'has a NUL character or broken Unicode')
export const Instant = z.iso.datetime({ offset: true })
/** Handed in by a client: Postgres knows no year 0 and no offset beyond those in use. */
export const GivenInstant = Instant.max(40).regex(/^[1-9].*(Z|[+-](0\d|1[0-4]):[0-5]\d)$/, 'not an instant that can be compared')

/** The same place has one spelling: `.`, `..` and doubled or trailing slashes are gone. Symlinks are the disk's side to resolve (SES-9). */
export function normalizePath(path: string): string {
  const rooted = path.startsWith('/')
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '..' || !rooted) parts.push(part)
  }
  return rooted ? `/${parts.join('/')}` : parts.join('/') || '.'
}

export const Path = Text(4096).min(1).overwrite(normalizePath)
