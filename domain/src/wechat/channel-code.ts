/** Kinds of channel codes. */
export const codeKinds = { 1: '临时', 2: '永久' } as const
export type CodeKind = keyof typeof codeKinds
export const codeKindNumbers = [1, 2] as const

/** How long a temporary code lives at most. */
export const MAX_CODE_DAYS = 30
/** Permanent codes of an account, which WeChat never takes back. */
export const MAX_PERMANENT_CODES = 100_000

/** What WeChat puts before the scene of a code by which somebody begins to follow. */
const FOLLOWED = 'qrscene_'

/** The scene of the code that an event names, if it names one. */
export function sceneOf(event: string, eventKey: string): string | undefined {
  if (event === 'SCAN') return eventKey || undefined
  return event === 'subscribe' && eventKey.startsWith(FOLLOWED) ? eventKey.slice(FOLLOWED.length) : undefined
}
