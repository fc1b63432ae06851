import { AdminError } from '../usage.ts'

const known: Record<string, [says: string, hint: string]> = {
  ENOSPC: ['There is no space left for', 'Free some space, or name a file on another disk.'],
  EDQUOT: ['There is no space left for', 'Free some space, or name a file on another disk.'],
  EACCES: ['This user may not use', 'Name a file in a folder of your own.'],
  EPERM: ['This user may not use', 'Name a file in a folder of your own.'],
  EROFS: ['This file system is read-only:', 'Name a file in a folder that can be written.'],
  ENOENT: ['There is no such file or folder:', 'Check the name, and make the folder first.'],
  ENOTDIR: ['There is no such file or folder:', 'Check the name, and make the folder first.'],
  EISDIR: ['A folder is not a backup:', 'Name a file.'],
}

/** Does the work; what the system says about the file becomes a sentence with a hint. */
export async function explainFile<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    const [says, hint] = (syscall !== undefined && syscall !== 'connect' && known[code ?? '']) || []
    throw says && hint ? new AdminError(`${says} ${file}`, hint, { cause: error }) : error
  }
}
