export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const themeCookie = 'muster-theme'

export const readTheme = (value: string | undefined): Theme => themes.find((theme) => theme === value) ?? 'system'

export const nextTheme = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
