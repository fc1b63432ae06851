/** One grid for the head and every row; beside the peek two columns go, and a phone keeps when, who and what. */
export const gridLook =
  'grid items-center gap-x-3 px-4 max-md:px-2 ' +
  'grid-cols-[92px_minmax(110px,0.7fr)_minmax(200px,1.7fr)_minmax(120px,1.2fr)_minmax(120px,1.2fr)_minmax(60px,100px)] ' +
  'md:@max-[800px]:grid-cols-[92px_minmax(90px,0.6fr)_minmax(160px,1.5fr)_minmax(90px,1fr)] ' +
  'max-md:gap-x-2 max-md:grid-cols-[84px_76px_minmax(0,1fr)]'

/** Not there where the list, whatever stands beside it, is narrow. */
export const narrow = 'max-md:hidden md:@max-[800px]:hidden'

export const columns = [
  { name: 'When', look: '' },
  { name: 'Who', look: '' },
  { name: 'What', look: '' },
  { name: 'Why', look: 'max-md:hidden' },
  { name: 'Before → after', look: narrow },
  { name: 'Workspace', look: narrow },
] as const
