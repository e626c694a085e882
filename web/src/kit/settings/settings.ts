import { create } from 'zustand'
import { useSession } from '../../api/session.ts'
import {
  changeSetting,
  defaultSettings,
  parseSettings,
  personalOf,
  type Settings,
  settingsKey,
  withPersonal,
} from './settings-state.ts'

/** What the last user of this browser chose: what the pages before sign-in look like. */
const lastKey = 'ui-settings'

/** State `settings` (SH-104). */
export const useSettings = create<Settings>(() => parseSettings(defaultSettings, readStorage(lastKey)))

/** Changes one setting at once and keeps it in the browser; what does not fit changes nothing. */
export function setSetting<Key extends keyof Settings>(key: Key, value: Settings[Key]) {
  keepSettings(changeSetting(useSettings.getState(), key, value))
}

/** Takes over whole settings and keeps the personal ones in the browser (SH-105). */
export function keepSettings(settings: Settings) {
  useSettings.setState(settings)
  const personal = JSON.stringify(personalOf(settings))
  const { user } = useSession.getState()
  if (user) writeStorage(settingsKey(user.id), personal)
  writeStorage(lastKey, personal)
}

/** Until somebody has chosen in this browser, the shop says whether there is a footer (SH-108). */
export function startWithFooter(showFooter: boolean) {
  if (readStorage(lastKey) === null) useSettings.setState({ showFooter })
}

// Who signs in brings his own settings: what the browser has of him, and over it what the server has (SH-105). After a
// reload the browser's count: the server hears of a choice a moment later.
useSession.subscribe(({ user, loadMenus }, before) => {
  if (!user || user.id === before.user?.id) return
  const stored = readStorage(settingsKey(user.id))
  const kept = parseSettings(useSettings.getState(), stored)
  const signedInNow = loadMenus || stored === null
  keepSettings(signedInNow ? withPersonal(kept, user.preferences.settings) : kept)
})

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Storage may be full or forbidden; the settings then last until the page is left. */
function writeStorage(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    return
  }
}
