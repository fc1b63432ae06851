import { type z } from 'zod'
import { DomainError } from '../../contract/errors.ts'

/** Refuses by naming every field that is wrong and how. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, where: string, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), problem: 'is not a field of this operation' }))
      : [{ field: issue.path.join('.'), problem: issue.message }],
  )
  const sentence = fields.map(({ field, problem }) => (field ? `${field}: ${problem}` : problem)).join('; ')
  throw new DomainError('invalid_input', `The ${where} can not be taken: ${sentence}.`, { where, fields })
}
