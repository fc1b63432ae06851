import { ScrollX } from '../ui/scroll-x.tsx'
import { type FieldLine } from './schema-fields.ts'

export function FieldTable({ caption, fields }: { caption: string; fields: readonly FieldLine[] }) {
  if (fields.length === 0) return null
  return (
    <ScrollX label={caption}>
      <table className="w-full min-w-[560px] table-fixed border-collapse text-left text-sm">
        <caption className="py-1 text-left font-medium text-faint">{caption}</caption>
        <thead className="sr-only">
          <tr>
            <th>Name</th>
            <th>Type</th>
            <th>Meaning</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field, place) => (
            <tr key={`${place} ${field.name}`} className="border-t border-line align-top">
              <td className="w-[34%] py-1 pr-4 font-mono break-words" style={{ paddingLeft: field.depth * 14 }}>
                {field.name}
                {field.required && <span className="ml-1 font-sans text-xs text-faint">required</span>}
              </td>
              <td className="w-[30%] py-1 pr-4 font-mono break-words text-dim">{field.type}</td>
              <td className="py-1 text-dim">{field.said}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  )
}
