/** One grid for the head and every row; narrow screens keep what answers who, how and for how long. */
export const gridLook =
  'grid items-center gap-x-3 px-4 max-md:px-2 ' +
  'grid-cols-[80px_minmax(150px,1.5fr)_minmax(110px,1.2fr)_minmax(120px,1.5fr)_100px_56px_48px_46px_minmax(60px,84px)] ' +
  'max-lg:grid-cols-[80px_minmax(120px,1fr)_minmax(100px,1fr)_minmax(100px,1fr)_100px_58px] ' +
  'max-md:gap-x-2 max-md:grid-cols-[80px_minmax(0,1fr)_88px]'

export const columns = [
  { name: 'State', look: '' },
  { name: 'Agent', look: '' },
  { name: 'Thread', look: 'max-md:hidden' },
  { name: 'Doing', look: 'max-md:hidden' },
  { name: 'Last progress', look: '' },
  { name: 'Age', look: 'text-right max-md:hidden' },
  { name: 'Tokens', look: 'text-right max-lg:hidden', title: 'Input and output tokens' },
  { name: 'Cost', look: 'text-right max-lg:hidden', title: 'US dollars' },
  { name: 'Host', look: 'max-lg:hidden' },
] as const

export const rowHeight = 30
