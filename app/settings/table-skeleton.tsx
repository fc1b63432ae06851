import { Skeleton } from '../ui/skeleton.tsx'

export function TableSkeleton() {
  return (
    <div className="grid max-w-5xl gap-4">
      <Skeleton className="h-4 w-64 max-w-full" />
      {Array.from({ length: 5 }, (_, row) => (
        <Skeleton key={row} className="h-3" />
      ))}
    </div>
  )
}
