/** One grid for the head and every row; a phone keeps how the thread is, its name, and since when. */
export const gridLook =
  'grid items-center gap-x-3 px-4 max-md:px-2 ' +
  'grid-cols-[92px_minmax(160px,1.5fr)_minmax(120px,1.2fr)_minmax(120px,1.3fr)_64px_60px_60px_minmax(80px,120px)] ' +
  'max-lg:grid-cols-[92px_minmax(140px,1.2fr)_minmax(110px,1fr)_minmax(100px,1fr)_64px_60px] ' +
  'max-md:gap-x-2 max-md:grid-cols-[92px_minmax(0,1fr)_56px]'

export const columns = [
  { name: 'Owner is', look: '' },
  { name: 'Thread', look: '' },
  { name: 'Owner', look: 'max-md:hidden' },
  { name: 'Why we think so', look: 'max-md:hidden' },
  { name: 'Since', look: 'text-right', title: 'How long this owner has it, or how long ago it was last reserved' },
  { name: 'Waiting', look: 'text-right max-md:hidden', title: 'How many wait in line' },
  { name: 'Refused', look: 'text-right max-lg:hidden', title: 'How often others were told that this owner has it' },
  { name: 'Anchor', look: 'max-lg:hidden', title: 'The state that the next owner builds on' },
] as const
