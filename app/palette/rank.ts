/** What a person types is held against the name, and against other words that mean the same. */
export type Rankable = { name: string; words?: string }

const isWordStart = (text: string, at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')

/** 4: begins with it, 3: a word does, 2: it is inside, 1: its letters are, in order. 0: no. */
export function scoreWord(word: string, text: string): number {
  const inside = text.indexOf(word)
  if (inside === 0) return 4
  for (let at = inside; at > 0; at = text.indexOf(word, at + 1)) if (isWordStart(text, at)) return 3
  if (inside > 0) return 2
  let from = 0
  for (const letter of word) {
    const at = text.indexOf(letter, from)
    if (at < 0) return 0
    from = at + 1
  }
  return word.length > 1 ? 1 : 0
}

/** Best first; every word must be found. Of equals the earlier one stays first, and nothing typed keeps them all. */
export function rank<Entry extends Rankable>(entries: readonly Entry[], typed: string): Entry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const scored = entries.flatMap((entry) => {
    const name = entry.name.toLowerCase()
    // Letters scattered over synonyms mean nothing: there a word must stand as it is.
    const others = (entry.words ?? '').toLowerCase()
    const scores = words.map((word) => Math.max(scoreWord(word, name) * 2, others.includes(word) ? scoreWord(word, others) : 0))
    return scores.includes(0) ? [] : [{ entry, score: scores.reduce((sum, score) => sum + score, 0) }]
  })
  return scored.toSorted((a, b) => b.score - a.score).map(({ entry }) => entry)
}
