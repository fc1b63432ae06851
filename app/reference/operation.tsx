import { FieldTable } from './field-table.tsx'
import { type DescribedOperation, type JsonSchema, type Listed } from './openapi.ts'
import { type FieldLine, listFields, sayField, type Schemas, sayType } from './schema-fields.ts'

const jsonOf = (content: { [type: string]: { schema?: JsonSchema } } | undefined) => content?.['application/json']?.schema

const parameterLines = (operation: DescribedOperation): FieldLine[] =>
  operation.parameters.map((parameter) => ({
    name: parameter.name,
    depth: 0,
    type: parameter.schema === undefined ? 'any' : sayType(parameter.schema),
    required: parameter.required,
    said: [parameter.in === 'query' ? null : `in ${parameter.in}`, parameter.description ?? sayField(parameter.schema ?? {})]
      .filter((part) => part !== null && part !== '')
      .join(' · '),
  }))

export function OperationEntry({ listed: { method, path, operation }, schemas }: { listed: Listed; schemas: Schemas }) {
  const body = jsonOf(operation.requestBody?.content)
  const answers = Object.entries(operation.responses)
  const good = answers.filter(([status]) => status.startsWith('2'))
  const bad = answers.filter(([status]) => !status.startsWith('2'))
  return (
    <article id={operation.operationId} className="scroll-mt-4 border-b border-line py-4">
      <h3 className="flex flex-wrap items-baseline gap-x-3">
        <span className="w-14 font-mono text-sm font-semibold text-dim">{method}</span>
        <span className="font-mono text-base break-all">{path}</span>
        {operation.security?.length === 0 && <span className="text-sm font-normal text-faint">open</span>}
      </h3>
      <p className="mt-0.5 md:ml-[68px]">{operation.summary ?? operation.description}</p>
      <div className="mt-2 grid gap-3 md:ml-[68px]">
        <FieldTable caption="Parameters" fields={parameterLines(operation)} />
        {body !== undefined && <FieldTable caption="Body" fields={listFields(body, schemas)} />}
        {good.map(([status, answer]) => {
          const schema = jsonOf(answer.content)
          if (schema === undefined) return null
          return schema.$ref === undefined ? (
            <FieldTable key={status} caption={`Answer ${status}`} fields={listFields(schema, schemas)} />
          ) : (
            <p key={status} className="text-sm text-faint">
              Answer {status}:{' '}
              <a href={`#schema-${sayType(schema)}`} className="font-mono text-accent underline">
                {sayType(schema)}
              </a>
            </p>
          )
        })}
        {bad.length > 0 && (
          <p className="text-sm text-dim">
            <span className="font-medium text-faint">Errors </span>
            {bad.map(([status, answer]) => (
              <span key={status} className="mr-3 inline-block">
                <span className="font-mono text-text">{status}</span> {answer.description}
              </span>
            ))}
          </p>
        )}
      </div>
    </article>
  )
}
