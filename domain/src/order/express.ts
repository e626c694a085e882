import { readPasted } from '../keyword.ts'

/** The number of a parcel as carriers print it; of SF it may end with the last digits of a phone, as SF asks for them. */
const NUMBER = /^[A-Z0-9-]{6,64}$/
const WITH_PHONE = /^[A-Z0-9-]{6,64}:\d{4}$/

/** A number as it is stored, however it was typed or pasted: without blanks and what it was called, in plain capital letters. */
export function tidyNumber(typed: string): string {
  const number = readPasted('parcel', typed)
  const joined = number.replaceAll('-', '')
  return joined !== number && !carriersOf(number).length && carriersOf(joined).length ? joined : number
}

/** What is wrong with a text that {@link isExpressNumber} refuses. */
export const BAD_NUMBER = '快递单号格式不正确：要 6 位以上的字母、数字或 -，顺丰可在后面加「:手机后四位」'

/** Whether a text, tidied, can be the number of a parcel of this carrier. */
export function isExpressNumber(code: string, typed: string): boolean {
  const number = tidyNumber(typed)
  return NUMBER.test(number) || (code.toUpperCase() === 'SF' && WITH_PHONE.test(number))
}

const SAME_NUMBER_MS = 90 * 24 * 3_600_000
/** Numbers used since then count as in use; one that was used longer ago may have come round again. */
export const numbersCountSince = (now: Date): Date => new Date(now.getTime() - SAME_NUMBER_MS)

/** What makes two numbers one: as it stands on the parcel, without the digits of a phone. */
export const bareNumber = (typed: string): string => tidyNumber(typed).split(':')[0] ?? ''

/**
 * The forms of numbers, the surest first. Digits alone are used by several carriers with overlapping ranges, so that a number
 * may name more than one.
 */
const FORMS: readonly (readonly [code: string, form: RegExp])[] = [
  ['SF', /^SF\d{12,15}$/],
  ['YTO', /^YT\d{13,15}$/],
  ['JD', /^JD[A-Z0-9]{10,20}(-\d+-\d+-?)?$/],
  ['JTSD', /^JT\d{13}$/],
  ['DBL', /^DPK\d{10,14}$/],
  ['EMS', /^E[A-Z]\d{9}CN$/],
  ['YZPY', /^[A-Z]{2}\d{9}CN$/],
  ['STO', /^(77\d{13}|88\d{13}|99\d{13}|268\d{9}|368\d{9}|468\d{9}|568\d{9}|668\d{9}|868\d{9}|888\d{9})$/],
  ['ZTO', /^(7[358]\d{12}|6[2358]\d{10}|778\d{9})$/],
  ['YD', /^(3[1-9]\d{13}|4[2346]\d{13}|1[2-9]\d{11})$/],
  ['YZPY', /^9[6-9]\d{11}$/],
  ['EMS', /^1[01]\d{11}$/],
]

/**
 * The carriers that a number looks like one of, by their usual codes, the likeliest first. A guess: staff decide.
 * @param number as typed or scanned
 */
export function guessCarrier(number: string): string[] {
  return carriersOf(bareNumber(number))
}

function carriersOf(number: string): string[] {
  const [text = ''] = number.split(':')
  return [...new Set(FORMS.flatMap(([code, form]) => (form.test(text) ? [code] : [])))]
}

/**
 * Whether a number plainly is another carrier's: its letters or its form are, and none of this one's. A guess, to be asked about.
 * @param code one of the usual codes; of another nothing is known
 */
export function isOthers(code: string, number: string): boolean {
  const guessed = guessCarrier(number)
  return (
    guessed.length > 0 && !guessed.includes(code.toUpperCase()) && FORMS.some(([known]) => known === code.toUpperCase())
  )
}
