'use client'

import 'uplot/dist/uPlot.min.css'
import clsx from 'clsx'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { type AlignedData } from 'uplot'
import { Button } from './button.tsx'
import { Cell, DataTable, Row } from './data-table.tsx'
import { drawPlot, type PlotColor, type PlotLook, sayPlotTime } from './draw-plot.ts'
import { plotRows, stackUp } from './plot-data.ts'

export type PlotSeries = { name: string; color: PlotColor; values: readonly (number | null)[]; say: (value: number) => string }

type PlotProps = {
  /** What is plotted, in words; readers are told this and the last values. */
  label: string
  /** In ms, ascending; as many as each series has values. */
  at: readonly number[]
  series: readonly PlotSeries[]
  height?: number
  /** Areas on top of each other, the first one lowest. */
  stacked?: boolean
  /** A value holds until the next one. */
  stepped?: boolean
  /** Only the picture: no axes, no legend, no table. */
  bare?: boolean
  className?: string
}

const sayAt = (one: PlotSeries, place: number) => {
  const value = one.values[place]
  return value == null ? '—' : one.say(value)
}

/** Values over time. The picture is for eyes; the same stands beside it in words, and as a table on demand. */
export function Plot({ label, at, series, height = 96, stacked = false, stepped = false, bare = false, className }: PlotProps) {
  const [cursor, setCursor] = useState<number | null>(null)
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const last = at.length - 1
  const spoken = `${label}. ${series.map((one) => `${one.name}: ${sayAt(one, last)}`).join(', ')}.`
  const picture = (
    <Picture spoken={spoken} at={at} series={series} height={height} stacked={stacked} stepped={stepped} bare={bare} onCursor={setCursor} className={bare ? className : undefined} />
  )
  if (bare) return picture
  const shown = cursor === null ? last : Math.min(cursor, last)
  return (
    <figure data-slot="plot" aria-labelledby={id} className={clsx('min-w-0', className)}>
      <figcaption className="flex min-h-6 flex-wrap items-center gap-x-3 text-sm">
        <span id={id} className="sr-only">
          {label}
        </span>
        {series.map((one) => (
          <span key={one.name} className="inline-flex items-center gap-1.5 whitespace-nowrap text-dim">
            <span aria-hidden className="h-[3px] w-3 rounded-full" style={{ background: `var(--${one.color})` }} />
            {one.name} <span className="text-text">{sayAt(one, shown)}</span>
          </span>
        ))}
        {cursor !== null && <span className="text-faint">at {sayPlotTime(at[shown] ?? 0)}</span>}
        <Button variant="ghost" size="sm" aria-pressed={asTable} aria-label={`${label} as a table`} onClick={() => setAsTable(!asTable)} className="ml-auto">
          Table
        </Button>
      </figcaption>
      {asTable ? <AsTable label={label} at={at} series={series} /> : picture}
    </figure>
  )
}

type PictureProps = Pick<PlotProps, 'at' | 'series' | 'className'> & Omit<PlotLook, 'colors'> & { spoken: string; onCursor: (place: number | null) => void }

function Picture({ spoken, at, series, height, stacked, stepped, bare, onCursor, className }: PictureProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<ReturnType<typeof drawPlot> | null>(null)
  const data = useMemo(() => {
    const values = series.map((one) => [...one.values])
    // The tallest stack is drawn first, and the others over it.
    return [at.map((ms) => ms / 1000), ...(stacked ? stackUp(values).toReversed() : values)] as AlignedData
  }, [at, series, stacked])
  const colors = (stacked ? series.toReversed() : series).map(({ color }) => color).join()
  const open = useEffectEvent((element: HTMLElement, look: PlotLook) =>
    drawPlot(element, look, data, { sayValue: (value) => series[0]?.say(value) ?? '', onCursor }),
  )
  useEffect(() => {
    if (box.current === null) return
    const opened = open(box.current, { colors: colors.split(',') as PlotColor[], height, stacked, stepped, bare })
    drawn.current = opened
    return () => opened.close()
  }, [colors, height, stacked, stepped, bare])
  useEffect(() => drawn.current?.show(data), [data])
  return <div ref={box} data-slot="picture" role="img" aria-label={spoken} className={className} style={{ height }} />
}

function AsTable({ label, at, series }: Pick<PlotProps, 'label' | 'at' | 'series'>) {
  return (
    <DataTable label={label} columns={[{ name: 'Time' }, ...series.map(({ name }) => ({ name, look: 'text-right' }))]}>
      {plotRows(at.length).map((place) => (
        <Row key={place} className="h-7">
          <Cell>{sayPlotTime(at[place] ?? 0)}</Cell>
          {series.map((one) => (
            <Cell key={one.name} className="text-right">
              {sayAt(one, place)}
            </Cell>
          ))}
        </Row>
      ))}
    </DataTable>
  )
}
