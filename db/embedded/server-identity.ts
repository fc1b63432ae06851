import { stat } from 'node:fs/promises'
import { EmbeddedError } from './embedded-error.ts'
import { runCommand, type Identity } from './run-command.ts'

/** PostgreSQL refuses to run as root: then it runs as the data's owner, or as the user postgres. */
export async function serverIdentity(data: string): Promise<Identity | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(data).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await findUser('postgres')) ?? (await makeUser('postgres'))
}

async function findUser(name: string): Promise<Identity | undefined> {
  const [uid, gid] = await Promise.all([runCommand('id', ['-u', name]), runCommand('id', ['-g', name])])
  if (uid.code !== 0 || gid.code !== 0) return undefined
  return { uid: Number(uid.output), gid: Number(gid.output) }
}

async function makeUser(name: string): Promise<Identity> {
  const args = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false', name]
  const made = await runCommand('useradd', args).catch((error: Error) => ({ code: null, output: error.message }))
  const user = await findUser(name)
  if (user) return user
  throw new EmbeddedError(
    `PostgreSQL does not run as root, and the user ${name} to run it as could not be made.`,
    `Make a user named ${name}, or run Muster as an ordinary user, or set DATABASE_URL.`,
    { logTail: made.output },
  )
}
