import { EmbeddedError } from './embedded-error.ts'

interface Known {
  sign: RegExp
  sentence: (folder: string) => string
  hint: (folder: string) => string
}

const known: Known[] = [
  {
    sign: /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/,
    sentence: (folder) => `The disk that holds ${folder} is full, so PostgreSQL can't run.`,
    hint: () => 'Free some space there (or set MUSTER_DATA to a folder on another disk) and start again. Nothing committed is lost.',
  },
  {
    sign: /database files are incompatible with server/,
    sentence: (folder) => `The data in ${folder} was made by another version of PostgreSQL.`,
    hint: (folder) => `Start the Muster that made it and run "muster backup", or move ${folder} away to begin anew.`,
  },
  {
    sign: /Permission denied|EACCES|has invalid permissions|has wrong ownership/,
    sentence: (folder) => `The folder ${folder} can't be used by the user that PostgreSQL runs as.`,
    hint: (folder) => `Run Muster as the owner of ${folder}, or set MUSTER_DATA to a folder of your own.`,
  },
  {
    sign: /Read-only file system|EROFS/,
    sentence: (folder) => `The folder ${folder} is on a read-only file system.`,
    hint: () => 'Set MUSTER_DATA to a folder that can be written, or set DATABASE_URL.',
  },
  {
    sign: /error while loading shared libraries|spawn .* ENOENT|ENOEXEC|Exec format error|GLIBC/,
    sentence: () => 'The PostgreSQL binaries of this package do not run on this system.',
    hint: () => 'Set DATABASE_URL to a PostgreSQL 15 or newer that you run yourself.',
  },
  {
    sign: /could not create shared memory segment|could not resize shared memory|Cannot allocate memory/,
    sentence: () => 'There is not enough (shared) memory for PostgreSQL.',
    hint: () => 'Give the machine or container more memory (/dev/shm too), or set DATABASE_URL.',
  },
]

/** Turns what PostgreSQL or the system said into what the reader can do. */
export function explainFailure(what: string, folder: string, said: string, cause?: unknown): EmbeddedError {
  if (cause instanceof EmbeddedError) return cause
  const logTail = said.trim().split('\n').slice(-15).join('\n')
  const match = known.find(({ sign }) => sign.test(said))
  if (match) return new EmbeddedError(match.sentence(folder), match.hint(folder), { cause, logTail })
  return new EmbeddedError(what, `Read the log in ${folder}, or set DATABASE_URL to a PostgreSQL that you run.`, { cause, logTail })
}
