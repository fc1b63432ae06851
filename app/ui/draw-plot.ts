import uPlot from 'uplot'

/** Names of tokens. A canvas knows no variables and no light-dark(), so the browser is asked what they come to. */
export type PlotColor = 'alive' | 'waiting' | 'stalled' | 'quiet' | 'dead' | 'unknown' | 'ended' | 'accent' | 'line' | 'faint'

export type PlotLook = { colors: readonly PlotColor[]; height: number; stacked: boolean; stepped: boolean; bare: boolean }
type PlotHandlers = { sayValue: (value: number) => string; onCursor: (place: number | null) => void }

export const sayPlotTime = (ms: number) => new Date(ms).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

function resolve(probe: HTMLElement, name: PlotColor, strength = 1): string {
  probe.style.color = `color-mix(in srgb, var(--${name}) ${strength * 100}%, transparent)`
  const { color } = getComputedStyle(probe)
  probe.style.color = ''
  return color
}

function toOptions(box: HTMLElement, { colors, height, stacked, stepped, bare }: PlotLook, { sayValue, onCursor }: PlotHandlers): uPlot.Options {
  const axis = { stroke: () => resolve(box, 'faint'), font: '11px "Inter Variable", system-ui, sans-serif', ticks: { show: false } }
  return {
    width: box.clientWidth,
    height,
    padding: bare ? [2, 0, 0, 0] : [6, 8, 0, 0],
    legend: { show: false },
    cursor: { show: !bare, y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_, low, high) => [Math.min(0, low ?? 0), high > 0 ? high * 1.08 : 1] } },
    axes: bare
      ? [{ show: false }, { show: false }]
      : [
          { ...axis, size: 22, space: 64, grid: { show: false }, values: (_, ticks) => ticks.map((second) => sayPlotTime(second * 1000)) },
          { ...axis, size: 48, space: 28, grid: { stroke: () => resolve(box, 'line'), width: 1 }, values: (_, ticks) => ticks.map(sayValue) },
        ],
    series: [
      {},
      ...colors.map((color) => ({
        stroke: () => resolve(box, color),
        width: 1.5,
        fill: () => resolve(box, color, stacked ? 0.55 : 0.14),
        points: { show: false },
        ...(stepped ? { paths: uPlot.paths.stepped?.({ align: 1 }) } : {}),
      })),
    ],
    hooks: { setCursor: [({ cursor: { idx } }) => onCursor(idx ?? null)] },
  }
}

/** A picture that keeps the size of its box and the colours of the theme, until it is closed. */
export function drawPlot(box: HTMLElement, look: PlotLook, data: uPlot.AlignedData, handlers: PlotHandlers) {
  const plot = new uPlot(toOptions(box, look, handlers), data, box)
  const sized = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: look.height }))
  sized.observe(box)
  const recolor = () => plot.redraw(false)
  const themed = new MutationObserver(recolor)
  themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', recolor)
  return {
    show: (next: uPlot.AlignedData) => plot.setData(next),
    close: () => {
      sized.disconnect()
      themed.disconnect()
      system.removeEventListener('change', recolor)
      plot.destroy()
    },
  }
}
