import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../test/free-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A whole Muster of the test's own, as a user runs it: its own embedded database, pages and all. */
export class Muster {
  readonly url: string
  readonly #folder: string
  readonly #environment: Record<string, string>
  #child: ChildProcess | null = null
  #out = ''

  private constructor(folder: string, port: number, environment: Record<string, string>) {
    this.#folder = folder
    this.url = `http://127.0.0.1:${port}`
    this.#environment = { ...environment, PORT: String(port), MUSTER_DATA: folder, NODE_ENV: 'production', LOG_LEVEL: 'warn' }
  }

  static async start(environment: Record<string, string> = {}): Promise<Muster> {
    const folder = await mkdtemp(path.join(tmpdir(), 'muster-e2e-'))
    await chmod(folder, 0o755)
    const muster = new Muster(folder, Number(environment.PORT ?? (await freePort())), environment)
    await muster.start()
    return muster
  }

  async start() {
    const { DATABASE_URL: _, ...inherited } = process.env
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/index.ts'], {
      cwd: root,
      env: { ...inherited, ...this.#environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child = child
    this.#out = ''
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        this.#out += chunk.toString()
        if (this.#out.includes('/api/v1/sessions')) resolve()
      })
      child.once('exit', (code) => reject(new Error(`Muster ended with ${code}: ${this.#out}`)))
    })
  }

  /** What it printed for the person at the terminal. */
  get said() {
    return this.#out
  }

  async end(signal: NodeJS.Signals) {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  /** `muster <args>`, as typed at a terminal; gives what stands on stdout. */
  async command(...args: string[]): Promise<string> {
    const { DATABASE_URL: _, ...inherited } = process.env
    const child = spawn(process.execPath, ['bin/muster.mjs', ...args], { cwd: root, env: { ...inherited, ...this.#environment } })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number]
    if (code !== 0) throw new Error(`muster ${args.join(' ')} ended with ${code}`)
    return out.trim()
  }

  async remove() {
    await this.end('SIGTERM')
    await rm(this.#folder, { recursive: true, force: true })
  }
}
