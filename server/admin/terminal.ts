export type Terminal = {
  env: NodeJS.ProcessEnv
  out: (line: string) => void
  err: (line: string) => void
  /** A line that the next one replaces; nothing where nobody watches. */
  show: (text: string) => void
}
