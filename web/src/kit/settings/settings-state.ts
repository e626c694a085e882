import { defaultColour, isThemeColour } from './theme.ts'

export const appearances = ['light', 'dark', 'system'] as const
export type Appearance = (typeof appearances)[number]

/** Each user's own choices, stored in the browser and on the server. */
export type PersonalSettings = {
  theme: string
  tagsView: boolean
  /** Phones have little room: there the tabs are off unless asked for. */
  tagsOnPhone: boolean
  fixedHeader: boolean
  sidebarLogo: boolean
  uniqueOpened: boolean
  showFooter: boolean
  appearance: Appearance
  rememberTabs: boolean
  colourWeak: boolean
}

/** State `settings`: a user's own choices, the open flag of the panel, and the shop's settings. */
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
  tagsOnPhone: false,
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

/** Changes one setting. An unknown key or an invalid value changes nothing. */
export function changeSetting(settings: Settings, key: string, value: unknown): Settings {
  return isSettingKey(key) && fits(key, value) ? { ...settings, [key]: value } : settings
}

/** Takes over a user's own choices from storage; invalid values are ignored. */
export function withPersonal(settings: Settings, kept: unknown): Settings {
  if (typeof kept !== 'object' || kept === null) return settings
  return Object.entries(kept)
    .filter(([key]) => Object.hasOwn(personalDefaults, key))
    .reduce((changed, [key, value]) => changeSetting(changed, key, value), settings)
}

/** Settings with the content of localStorage taken over, whatever its shape. */
export function parseSettings(settings: Settings, stored: string | null): Settings {
  try {
    return withPersonal(settings, JSON.parse(stored ?? '{}'))
  } catch {
    return settings
  }
}

/** Only the user's own choices, which are stored and synced. */
export function personalOf(settings: Settings): PersonalSettings {
  const names = Object.keys(personalDefaults) as (keyof PersonalSettings)[]
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as PersonalSettings
}

/**
 * 恢复默认: resets a user's own choices.
 * @param showFooter the shop's setting `show_footer`, the initial value of the user's switch
 */
export function restoreDefaults(settings: Settings, showFooter: boolean): Settings {
  return { ...settings, ...personalDefaults, showFooter }
}

/** The key in localStorage of one user's settings. */
export function settingsKey(userId: string | number): string {
  return `ui-settings:${userId}`
}

/** Whether the console is drawn dark. @param prefersDark the system's preference */
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

/** Whether the strip of tabs is shown. */
export function showsTabs({ tagsView, tagsOnPhone }: PersonalSettings, phone: boolean): boolean {
  return phone ? tagsOnPhone : tagsView
}
