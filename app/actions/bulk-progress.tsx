'use client'

import { type BulkDetail, type BulkJob } from '../../contract/bulk.ts'
import { sayError } from '../live/api-error.ts'
import { useBulkJob, useBulkJobs, useStopBulk, useUndoBulk } from '../live/bulk.ts'
import { useMay } from '../live/me.ts'
import { useTick } from '../live/ticker.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { showBulk, useShownBulk } from './shown-bulk.ts'

const states = { running: 'Abandoning', stopped: 'Stopped', done: 'Done', undoing: 'Taking back', undone: 'Taken back' } as const
const count = (many: number) => many.toLocaleString('en-US')

/** In the frame: what runs now, whoever started it, and in a dialog the one that this person looks at. */
export function BulkProgress() {
  const maySee = useMay('listBulkJobs')
  const jobs = useBulkJobs(maySee).data ?? []
  const shown = useShownBulk()
  const others = jobs.filter(({ id }) => id !== shown)
  return (
    <>
      {others.map((job) => (
        <Line key={job.id} job={job} />
      ))}
      <Dialog open={shown !== null} onClose={() => showBulk(null)} title="Abandoning sessions" look="wide">
        {shown !== null && <Shown id={shown} />}
      </Dialog>
    </>
  )
}

function sayLine({ by, state, total, abandoned, skipped, failed, undone }: BulkJob): string {
  if (state === 'running') return `${by} abandons ${count(total)} sessions, ${count(abandoned + skipped + failed)} done so far`
  if (state === 'undoing') return `${count(undone)} of the ${count(abandoned)} sessions that ${by} abandoned are taken back`
  return `${by} abandoned ${count(abandoned)} sessions`
}

/** As long as it runs, or can be taken back. */
function Line({ job }: { job: BulkJob }) {
  const until = job.undoUntil === null ? 0 : Date.parse(job.undoUntil)
  const undoable = useTick((now) => now < until)
  const moving = job.state === 'running' || job.state === 'undoing'
  if (!moving && !(undoable && job.state !== 'undone')) return null
  return (
    <div role="status" data-testid="bulk-line" className="flex items-center gap-3 border-b border-line bg-raise px-4 py-1 text-sm max-md:px-2">
      <span className="min-w-0 flex-1 truncate">
        {sayLine(job)}: {job.reason}
      </span>
      <Button size="sm" onClick={() => showBulk(job.id)}>
        {moving ? 'Show' : 'Show or undo'}
      </Button>
    </div>
  )
}

function Shown({ id }: { id: string }) {
  const { data, error } = useBulkJob(id)
  if (data !== undefined) return <Progress detail={data} />
  if (error !== null) return <Notice tone="bad" title={sayError(error).message} hint={sayError(error).hint} />
  return <p className="text-dim">Loading the job…</p>
}

function Progress({ detail: { job, items } }: { detail: BulkDetail }) {
  const back = job.state === 'undoing' || job.state === 'undone'
  const done = back ? job.undone : job.abandoned + job.skipped + job.failed
  const odd = items.filter(({ said }) => said !== null)
  return (
    <div data-testid="bulk-progress" data-state={job.state} className="grid gap-3">
      <div>
        <p className="flex items-baseline justify-between gap-3">
          <span>
            {states[job.state]}:{' '}
            {back ? `${count(job.undone)} of ${count(job.abandoned)} active again` : `${count(job.abandoned)} of ${count(job.total)} abandoned`}
            {job.skipped > 0 && `, ${count(job.skipped)} skipped`}
            {job.failed > 0 && <span className="text-dead">, {count(job.failed)} failed</span>}
          </span>
          <span className="text-sm text-faint">{job.by}</span>
        </p>
        <progress aria-label="How far it is" max={back ? job.abandoned : job.total} value={done} className="mt-1.5 block h-1.5 w-full overflow-hidden rounded-full bg-line accent-accent" />
        <p className="mt-1 text-sm text-dim">{job.reason}</p>
      </div>
      {odd.length > 0 && (
        <ul aria-label={back ? 'Not taken back' : 'Not abandoned'} className="max-h-56 overflow-y-auto text-sm">
          {odd.map(({ sessionId, name, said }) => (
            <li key={sessionId} className="border-b border-line py-1">
              <span className="font-medium">{name}</span> <span className="text-dim">{said}</span>
            </li>
          ))}
        </ul>
      )}
      <Actions job={job} />
    </div>
  )
}

function Actions({ job }: { job: BulkJob }) {
  const mayStop = useMay('stopBulkJob')
  const mayUndo = useMay('undoBulkJob')
  const stop = useStopBulk(job.id)
  const undo = useUndoBulk(job.id)
  const until = job.undoUntil === null ? 0 : Date.parse(job.undoUntil)
  const left = useTick((now) => Math.max(0, Math.ceil((until - now) / 1000)))
  const error = stop.error ?? undo.error
  return (
    <>
      {error !== null && <Notice tone="bad" title={sayError(error).message} hint={sayError(error).hint} />}
      <div className="flex justify-end gap-2">
        {mayUndo && left > 0 && job.abandoned > 0 && (
          <Button disabled={undo.isPending} onClick={() => undo.mutate()}>
            {undo.isPending ? 'Undoing…' : 'Undo all'}{' '}
            <span aria-hidden className="text-faint">
              {left} s
            </span>
          </Button>
        )}
        {mayStop && job.state === 'running' && (
          <Button variant="danger" disabled={stop.isPending} onClick={() => stop.mutate()}>
            {stop.isPending ? 'Stopping…' : 'Stop'}
          </Button>
        )}
        <Button onClick={() => showBulk(null)}>{job.state === 'running' ? 'Go on in the background' : 'Close'}</Button>
      </div>
    </>
  )
}
