import { parseWireTime } from '@zhanggui/domain/time.ts'

/** How far the server's clock is ahead of the phone's, which may be wrong by hours, in ms. */
let ahead = 0

/** @param said the server's time, in ms since 1970 @param heardAt by the phone's clock, halfway between call and answer */
function note(said: number, heardAt: number) {
  if (!Number.isNaN(said)) ahead = said - heardAt
}

/** @param header `Date` of an answer, which is cut to the second @param sentAt when its call was sent, by the phone's clock */
export function noteDateHeader(header: string | null, sentAt: number) {
  if (header) note(Date.parse(header) + 500, (sentAt + Date.now()) / 2)
}

/** @param wireTime when the document was written, which is read as soon as it has come */
export function noteDocumentTime(wireTime: string) {
  note(parseWireTime(wireTime)?.getTime() ?? Number.NaN, Date.now())
}

/** The present moment by the server's clock, in ms since 1970. */
export const serverNow = (): number => Date.now() + ahead
