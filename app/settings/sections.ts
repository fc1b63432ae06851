export const sections = [
  { slug: 'people', name: 'People' },
  { slug: 'tokens', name: 'Tokens' },
  { slug: 'workspaces', name: 'Workspaces' },
  { slug: 'limits', name: 'Limits' },
  { slug: 'server', name: 'Server' },
] as const
export type SectionSlug = (typeof sections)[number]['slug']

export const findSection = (slug: string) => sections.find((section) => section.slug === slug)
