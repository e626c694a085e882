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

/** The last user's choices in this browser: they style the pages before sign-in. */
const lastKey = 'ui-settings'

/** State `settings`. */
export const useSettings = create<Settings>(() => parseSettings(defaultSettings, readStorage(lastKey)))

/** Changes one setting at once and stores it in the browser; invalid values change nothing. */
export function setSetting<Key extends keyof Settings>(key: Key, value: Settings[Key]) {
  keepSettings(changeSetting(useSettings.getState(), key, value))
}

/** Replaces all settings and stores the personal ones in the browser. */
export function keepSettings(settings: Settings) {
  useSettings.setState(settings)
  const personal = JSON.stringify(personalOf(settings))
  const { user } = useSession.getState()
  if (user) writeStorage(settingsKey(user.id), personal)
  writeStorage(lastKey, personal)
}

/** Until someone has chosen in this browser, the shop decides whether there is a footer. */
export function startWithFooter(showFooter: boolean) {
  if (readStorage(lastKey) === null) useSettings.setState({ showFooter })
}

// A user's own settings load at sign-in: first the browser's copy, then the server's over it. After a reload
// the browser's copy wins, as the server receives changes a moment later.
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
