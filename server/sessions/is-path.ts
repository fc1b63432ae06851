import { sql, type SQL } from 'drizzle-orm'

/** A row of `sessions s` names this path. By its hash first, which is what the index holds. */
export const isPath = (column: 'worktree_path' | 'execution_root', path: string): SQL =>
  sql`(md5(s.${sql.identifier(column)}) = md5(${path}) and s.${sql.identifier(column)} = ${path} and s.${sql.identifier(column)} is not null)`
