import clsx from 'clsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { columns, gridLook } from './columns.ts'

export function ActivitySkeleton() {
  return (
    <div className="@container overflow-hidden">
      {Array.from({ length: 14 }, (_, row) => (
        <div key={row} className={clsx(gridLook, 'h-[30px] border-b border-line')}>
          {columns.map(({ name, look }) => (
            <span key={name} className={look}>
              <Skeleton className="h-2.5 w-3/4" />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
