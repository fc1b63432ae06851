'use client'

import { SelectButton } from '../ui/select-button.tsx'
import { type Grouping, groupings } from './view-url.ts'

const none = ''

export function GroupSelect({ group, setGroup }: { group: Grouping | null; setGroup: (group: Grouping | null) => void }) {
  return (
    <SelectButton
      aria-label="Group by"
      value={group ?? none}
      onChange={(event) => setGroup(groupings.find((one) => one === event.target.value) ?? null)}
      className="max-md:max-w-32"
    >
      <option value={none}>Group: none</option>
      {groupings.map((one) => (
        <option key={one} value={one}>
          Group: {one}
        </option>
      ))}
    </SelectButton>
  )
}
