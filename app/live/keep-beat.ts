import { type Session } from '../../contract/sessions.ts'

/** Beats are announced to nobody: a change that was written before a beat that we have read does not take it back. */
export const keepBeat = (session: Session, known: Session): Session =>
  session.lastBeatAt !== null && known.lastBeatAt !== null && Date.parse(known.lastBeatAt) > Date.parse(session.lastBeatAt)
    ? { ...session, lastBeatAt: known.lastBeatAt }
    : session
