const lit = new Set([4])

export function Logo({ size = 16 }: { size?: number }) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden className="shrink-0">
      {Array.from({ length: 9 }, (_, place) => (
        <rect
          key={place}
          x={(place % 3) * 5.75}
          y={Math.floor(place / 3) * 5.75}
          width="4.5"
          height="4.5"
          rx="1"
          className={lit.has(place) ? 'fill-waiting' : 'fill-dim'}
        />
      ))}
    </svg>
  )
}
