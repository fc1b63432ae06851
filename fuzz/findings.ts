import { type Verdict } from './judge.ts'
import { type FuzzRequest } from './request.ts'

export type Finding = Verdict & { operation: string; trick: string; request: FuzzRequest | null }

const most = 25

/** One example of each kind for each operation says enough. */
export class Findings {
  readonly all: Finding[] = []

  get isFull() {
    return this.all.length >= most
  }

  has(verdict: Verdict, operation: string) {
    return this.all.some((finding) => finding.kind === verdict.kind && finding.operation === operation)
  }

  add(verdict: Verdict, operation: string, trick = '', request: FuzzRequest | null = null) {
    if (!this.has(verdict, operation)) this.all.push({ ...verdict, operation, trick, request })
  }
}
