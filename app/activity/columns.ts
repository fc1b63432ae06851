/** One grid for the head and every row; a phone keeps when, who and what. */
export const gridLook =
  'grid items-center gap-x-3 px-4 max-md:px-2 ' +
  'grid-cols-[92px_minmax(110px,0.7fr)_minmax(200px,1.7fr)_minmax(120px,1.2fr)_minmax(120px,1.2fr)_minmax(60px,100px)] ' +
  'max-lg:grid-cols-[92px_minmax(90px,0.6fr)_minmax(160px,1.5fr)_minmax(90px,1fr)] ' +
  'max-md:gap-x-2 max-md:grid-cols-[84px_76px_minmax(0,1fr)]'

export const columns = [
  { name: 'When', look: '' },
  { name: 'Who', look: '' },
  { name: 'What', look: '' },
  { name: 'Why', look: 'max-md:hidden' },
  { name: 'Before → after', look: 'max-lg:hidden' },
  { name: 'Workspace', look: 'max-lg:hidden' },
] as const
