'use client'

import { Loaded } from '../frame/loaded.tsx'
import { PageBar } from '../frame/page-bar.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FieldTable } from './field-table.tsx'
import { groupByTag, type OpenApi, useOpenApi } from './openapi.ts'
import { OperationEntry } from './operation.tsx'
import { listFields, sayType } from './schema-fields.ts'

/** The document that the server makes from its own schemas, in a form that people read. */
export function ReferencePage() {
  const document = useOpenApi()
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageBar>
        <h1 className="font-semibold">API reference</h1>
      </PageBar>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="max-w-4xl px-4 pt-3 pb-16">
          <Loaded query={document} loading="Loading the reference" skeleton={<ReferenceSkeleton />} className="mt-1">
            {(loaded) => <Document document={loaded} />}
          </Loaded>
        </div>
      </div>
    </div>
  )
}

function ReferenceSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-4 w-96 max-w-full" />
      <Skeleton className="h-40" />
    </div>
  )
}

function Document({ document }: { document: OpenApi }) {
  const groups = [...groupByTag(document)]
  const schemas = document.components?.schemas ?? {}
  return (
    <>
      <p className="mt-1 text-dim">
        {document.info.description ?? document.info.title} Version {document.info.version}; the whole document is at{' '}
        <a href="/api/openapi.json" className="font-mono text-sm text-accent underline">
          /api/openapi.json
        </a>
        .
      </p>
      <nav aria-label="Contents" className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
        {[...groups.map(([tag]) => [tag, `#tag-${tag}`] as const), ['schemas', '#schemas'] as const].map(([name, href]) => (
          <a key={href} href={href} className="text-accent underline">
            {name}
          </a>
        ))}
      </nav>
      {groups.map(([tag, listed]) => (
        <section key={tag} id={`tag-${tag}`} aria-label={tag} className="mt-7 scroll-mt-4">
          <h2 className="border-b border-line-strong pb-1 text-lg font-semibold capitalize">{tag}</h2>
          {listed.map((one) => (
            <OperationEntry key={`${one.method} ${one.path}`} listed={one} schemas={schemas} />
          ))}
        </section>
      ))}
      <section id="schemas" aria-label="Schemas" className="mt-7 scroll-mt-4">
        <h2 className="border-b border-line-strong pb-1 text-lg font-semibold">Schemas</h2>
        {Object.entries(schemas).map(([name, schema]) => (
          <div key={name} id={`schema-${name}`} className="scroll-mt-4 border-b border-line py-3">
            <h3 className="font-mono">{name}</h3>
            {schema.properties === undefined && <p className="font-mono text-sm text-dim">{sayType(schema)}</p>}
            <FieldTable caption="Fields" fields={listFields(schema, schemas)} />
          </div>
        ))}
      </section>
    </>
  )
}
