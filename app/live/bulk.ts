import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type z } from 'zod'
import { useEffect } from 'react'
import { BulkJob, type PreviewBulk, type StartBulk } from '../../contract/bulk.ts'
import { isNewer } from '../../contract/realtime.ts'
import { call } from './api.ts'
import { useLive } from './live-room.tsx'

export type Which = PreviewBulk['which']
const keys = { jobs: ['bulk', 'jobs'] as const, job: (id: string) => ['bulk', 'job', id] as const }
const most = 50

const put = (jobs: readonly BulkJob[], job: BulkJob) => {
  const known = jobs.find(({ id }) => id === job.id)
  if (!isNewer(job, known)) return jobs
  return known === undefined ? [job, ...jobs].slice(0, most) : jobs.map((one) => (one.id === job.id ? job : one))
}

export function useBulkPreview(which: Which | null) {
  return useQuery({
    queryKey: ['bulk', 'preview', which],
    queryFn: ({ signal }) => call('previewBulkAbandon', { body: { which: which! } }, signal),
    enabled: which !== null,
    staleTime: 0,
    gcTime: 0,
  })
}

/** The newest jobs, whoever started them, kept right by the feed: they come along in the fleet's room. */
export function useBulkJobs(enabled: boolean) {
  const live = useLive()
  const queries = useQueryClient()
  useEffect(
    () =>
      live.onTopic('bulk', (changes) => {
        for (const { body } of changes) {
          const job = BulkJob.safeParse(body).data
          if (job === undefined) continue
          queries.setQueryData<readonly BulkJob[]>(keys.jobs, (jobs = []) => put(jobs, job))
          void queries.invalidateQueries({ queryKey: keys.job(job.id) })
        }
      }),
    [live, queries],
  )
  return useQuery({
    queryKey: keys.jobs,
    queryFn: async ({ signal }): Promise<readonly BulkJob[]> => (await call('listBulkJobs', {}, signal)).items,
    enabled,
  })
}

/** With a result per session. Read again while it runs, for a note that was lost. */
export function useBulkJob(id: string | null) {
  return useQuery({
    queryKey: keys.job(id ?? ''),
    queryFn: ({ signal }) => call('readBulkJob', { params: { id: id! } }, signal),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.job.state === 'running' || state.data?.job.state === 'undoing' ? 2_000 : false),
  })
}

function useTold() {
  const queries = useQueryClient()
  return (job: BulkJob) => {
    queries.setQueryData<readonly BulkJob[]>(keys.jobs, (jobs = []) => put(jobs, job))
    void queries.invalidateQueries({ queryKey: keys.job(job.id) })
  }
}

export function useStartBulk() {
  const told = useTold()
  return useMutation({ mutationFn: (body: z.input<typeof StartBulk>) => call('startBulkAbandon', { body }), onSuccess: told })
}

export function useStopBulk(id: string) {
  const told = useTold()
  return useMutation({ mutationFn: () => call('stopBulkJob', { params: { id } }), onSuccess: told })
}

export function useUndoBulk(id: string) {
  const told = useTold()
  return useMutation({ mutationFn: () => call('undoBulkJob', { params: { id } }), onSuccess: ({ job }) => told(job) })
}
