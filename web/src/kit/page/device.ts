export type Device = 'desktop' | 'mobile'

/** The layout for a width of `document.body` in px. */
export function deviceOf(bodyWidth: number): Device {
  return bodyWidth < 992 ? 'mobile' : 'desktop'
}

/** Whether dialogs fill the screen and scanning uses the camera; independent of the layout. */
export function isPhone(userAgent: string, innerWidth: number): boolean {
  return /Mobi|Android|iPhone|MicroMessenger/i.test(userAgent) || innerWidth <= 768
}
