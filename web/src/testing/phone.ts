import { onTestFinished } from 'vitest'

/** Makes the window as narrow as a phone's until the test ends. */
export function narrowWindow(): void {
  const { innerWidth } = window
  const setWidth = (value: number) => void Object.defineProperty(window, 'innerWidth', { configurable: true, value })
  setWidth(390)
  onTestFinished(() => setWidth(innerWidth))
}
