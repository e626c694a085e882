import { defaultColour, isThemeColour } from './theme.ts'

export const appearances = ['light', 'dark', 'system'] as const
export type Appearance = (typeof appearances)[number]

/** What each user chooses for himself (SH-101), kept in the browser and on the server (SH-105). */
export type PersonalSettings = {
  theme: string
  tagsView: boolean
  fixedHeader: boolean
  sidebarLogo: boolean
  uniqueOpened: boolean
  showFooter: boolean
  appearance: Appearance
  rememberTabs: boolean
  colourWeak: boolean
}

/** State `settings` (SH-104): a user's own choices, the open flag of the panel, and what the shop has set. */
export type Settings = PersonalSettings & {
  showSettings: boolean
  footerTxt: string
  caseNumber: string
  frontDomain: string
  mediaDomain: string
}

const personalDefaults: PersonalSettings = {
  theme: defaultColour,
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  uniqueOpened: true,
  showFooter: true,
  appearance: 'light',
  rememberTabs: true,
  colourWeak: false,
}

export const defaultSettings: Settings = {
  ...personalDefaults,
  showSettings: false,
  footerTxt: '',
  caseNumber: '',
  frontDomain: '',
  mediaDomain: '',
}

/** Changes one setting. An unknown key, or a value that does not fit its key, changes nothing (SH-104). */
export function changeSetting(settings: Settings, key: string, value: unknown): Settings {
  return isSettingKey(key) && fits(key, value) ? { ...settings, [key]: value } : settings
}

/** Takes over a user's own choices from wherever they were kept; what does not fit is left out. */
export function withPersonal(settings: Settings, kept: unknown): Settings {
  if (typeof kept !== 'object' || kept === null) return settings
  return Object.entries(kept)
    .filter(([key]) => Object.hasOwn(personalDefaults, key))
    .reduce((changed, [key, value]) => changeSetting(changed, key, value), settings)
}

/** Settings with the text localStorage holds taken over, however it came to be (SH-105). */
export function parseSettings(settings: Settings, stored: string | null): Settings {
  try {
    return withPersonal(settings, JSON.parse(stored ?? '{}'))
  } catch {
    return settings
  }
}

/** A user's own choices alone: what is kept and synced (SH-105). */
export function personalOf(settings: Settings): PersonalSettings {
  const { theme, tagsView, fixedHeader, sidebarLogo, uniqueOpened, showFooter, appearance, rememberTabs, colourWeak } =
    settings
  return { theme, tagsView, fixedHeader, sidebarLogo, uniqueOpened, showFooter, appearance, rememberTabs, colourWeak }
}

/**
 * 恢复默认: a user's own choices as they were at first.
 * @param showFooter the shop's setting `show_footer`, the start value of the user's switch (SH-108)
 */
export function restoreDefaults(settings: Settings, showFooter: boolean): Settings {
  return { ...settings, ...personalDefaults, showFooter }
}

/** The key in localStorage of one user's settings (SH-105). */
export function settingsKey(userId: string | number): string {
  return `ui-settings:${userId}`
}

/** Says whether the console is drawn dark (SH-106). @param prefersDark what the system asks for */
export function isDark(appearance: Appearance, prefersDark: boolean): boolean {
  return appearance === 'dark' || (appearance === 'system' && prefersDark)
}

function isSettingKey(key: string): key is keyof Settings {
  return Object.hasOwn(defaultSettings, key)
}

function fits(key: keyof Settings, value: unknown): boolean {
  if (key === 'theme') return isThemeColour(value)
  if (key === 'appearance') return appearances.some((appearance) => appearance === value)
  return typeof value === typeof defaultSettings[key]
}
