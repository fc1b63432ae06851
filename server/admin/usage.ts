export const usage = `muster: the control room for fleets of coding agents

  muster admin link [--email ADDRESS]         make a one-time sign-in link; the one before stops working
  muster admin token NAME [--expires 30d]     make a token; it is shown this once
    [--role agent|viewer]                     agent unless said otherwise; viewer reads, such as /metrics
    [--workspace W] [--host ID]               for one workspace alone; to report the facts of one host
  muster backup [FILE]                        write the whole database to one file, while Muster runs
  muster restore FILE [--replace]             read it back into an empty database, or in place of what is there
  muster --help

Without --email the link is for the first admin. --expires takes minutes, hours, days or weeks: 90m, 12h, 30d, 4w.
The secret, or the name of the backup, is printed alone on standard output; everything else goes to standard error.
To restore, stop every Muster on that database first. --into-empty is what restore does without --replace.

  DATABASE_URL   the database; left out, the embedded one in MUSTER_DATA
  BASE_URL       where people reach Muster, for the link`

/** The command was not understood: exit code 2. */
export class UsageError extends Error {}

/** It was understood and could not be done: exit code 1, with what to do about it. */
export class AdminError extends Error {
  readonly hint: string

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options)
    this.hint = hint
  }
}
