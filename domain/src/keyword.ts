import { maskPhone } from './mask.ts'

/** What a number is called where it was copied from, and the # or … before it. */
const LABEL =
  /^(?:[\p{Script=Han}/]{0,6}(?:单号|订单编号|交易号|手机号?码?|电话|尾号|后[四六]位|条码|[核提取兑券惠][销货换]?码|编码|编号)\s?[:：]?\s?)?(?:[#№]\s?|\.{2,}\s?)?(?=[+(\dA-Za-z][\dA-Za-z ():.+*-]{3,}$)/u

const MOBILE = /^1[3-9]\d{9}$/
/** With what people write between the digits of a phone. */
const DIGITS_ONLY = /^[^\p{L}]+$/u
/** No phone has more digits, with its country before it. */
const LONGEST_PHONE = 15

/** Full-width characters as others, without those that have no shape; whatever is blank is one space. */
export const tidyCharacters = (typed: string): string =>
  typed.normalize('NFKC').replace(/\s+/g, ' ').replace(/\p{C}/gu, '').replace(/ {2,}/g, ' ').trim()

/**
 * What is meant by a text that staff typed or pasted to search by: full-width characters, characters without a shape, numbers in
 * groups, after what they are called (订单号：…) or with words beside them (张三 13912340001), and a phone in any of the usual ways
 * are read as people read them.
 */
export function tidyKeyword(typed: string): string {
  const text = withoutLabel(typed)
  const phone = mobileIn(text)
  if (phone) return phone
  if (GROUPED.test(text)) return text.replace(/[ -]/g, '')
  const among = numberAmongWords(text)
  if (among && /(?:\d\D*){10}/.test(among)) return tidyKeyword(among)
  return /^\+?[\d ]+$|^[A-Za-z]{1,4}[\d ]{8,}$/.test(text) ? text.replace(/[+ ]/g, '') : text
}

/** A number of a parcel, a document or a phone in a text; words of a few figures are none. */
const LONG_NUMBER = /(?<![A-Z\d-])[A-Z]{0,5}\d[A-Z\d-]{6,}\d-?(?::\d{4}(?!\d))?(?![A-Z\d-])/giu
const LONG = new RegExp(LONG_NUMBER, 'iu')

/** The only number in a text that has nothing beside it but Chinese words and marks: 【顺丰】SF1234567890123，请查收. */
export function numberAmongWords(text: string): string | undefined {
  // One in groups is joined, two numbers are not.
  const joined = LONG.test(text) ? text : text.replace(/(?<=[A-Za-z\d]) (?=[A-Za-z\d])/g, '')
  const [number, ...others] = joined.match(LONG_NUMBER) ?? []
  if (number === undefined || others.length) return undefined
  const beside = joined.replace(number, '')
  return /[\p{Script=Han}\p{P}]/u.test(beside) && !/[A-Za-z\d]/.test(beside) ? number : undefined
}

const withoutLabel = (typed: string) => tidyCharacters(typed).replace(LABEL, '')

/** The mobile number that a text is, however it is written. */
export function mobileIn(typed: string): string | undefined {
  const text = withoutLabel(typed)
  return DIGITS_ONLY.test(text) ? mobileOf(text.replace(/[ .()+\-–—·/]/gu, '')) : undefined
}

/** Digits of codes and numbers with dashes between them; a phone of a place, a day and a part of an order keep theirs. */
const GROUPED = /^(?=(?:\D*\d){12,})\d{1,12}(?:[ -]\d{1,12}){2,}$|^[1-9]\d{2,6}-\d{3,7}$(?<=^(?:\D*\d){10})/

/** What people paste into a field; each is read in a way of its own. */
export type Pasted = 'keyword' | 'phone' | 'number' | 'parcel' | 'code'

/** A text pasted into a field of a kind, as it is meant; what cannot be meant so is left as it is. */
export const readPasted = (kind: Pasted, typed: string): string => readers[kind](typed)

const readers: Readonly<Record<Pasted, (typed: string) => string>> = {
  keyword: readWords,
  phone: readPhone,
  number: readNumber,
  parcel: readParcel,
  code: (typed) => withoutLabel(typed).replace(/[ -]/g, '').toUpperCase(),
}

/** A number to search by is tidied; words keep the width of their characters, which names have too. */
function readWords(typed: string): string {
  const text = tidyKeyword(typed)
  if (/^[A-Za-z]{0,4}\d(?:[\d-]*\d)?$/.test(text) && /\d{4}/.test(text)) return text
  return typed.replace(/[\u200b\u2060\ufeff\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim()
}

/** A mobile number without its country, or one of a place as 010-12345678. */
function readPhone(typed: string): string {
  const text = withoutLabel(typed)
  const phone = mobileIn(text)
  if (phone) return phone
  const digits = text.replace(/[ ()–—-]/g, '').replace(/^(?:\+|00)86(?=[1-9])/, '0')
  const [, area, number] = /^(0(?:10|2\d|[3-9]\d{2}))(\d{7,8})$/.exec(digits) ?? []
  return area ? `${area}-${number}` : text
}

/** An order's number, a pick-up's code or another that has digits only, but for a letter before them. */
function readNumber(typed: string): string {
  const text = tidyKeyword(typed)
  return /^[A-Za-z]?[\d -]+$/.test(text) && !/^\d{20}-\d{1,9}$/.test(text)
    ? text.replace(/[ -]/g, '').toUpperCase()
    : text
}

/** The number of a parcel, also among words: its dashes may belong to it. */
function readParcel(typed: string): string {
  const text = withoutLabel(typed).replace(/[–—]/g, '-')
  // Two numbers are no longer one.
  const isSeveral = (text.match(LONG_NUMBER)?.length ?? 0) > 1
  return (numberAmongWords(text) ?? (isSeveral ? text : text.replace(/ /g, ''))).toUpperCase()
}

/** The mobile number that digits are, with or without the country before it. */
function mobileOf(digits: string): string | undefined {
  const number = digits.replace(/^(?:00)?86(?=1[3-9]\d{9}$)/, '')
  return MOBILE.test(number) ? number : undefined
}

/**
 * The different mobile numbers that a search could read in a text, however they are written: whatever {@link tidyKeyword} reads
 * as one is among them, and what stands in longer texts.
 */
export function phonesIn(typed: string): string[] {
  const found = new Set<string>()
  // Digits with a letter between them are no number; anything else may stand between them.
  for (const part of tidyCharacters(typed).split(/\p{L}/u)) {
    const groups = part.match(/\d+/g) ?? []
    for (let first = 0; first < groups.length; first++)
      for (let last = first, digits = ''; last < groups.length && digits.length <= LONGEST_PHONE; last++) {
        digits += groups[last]
        const phone = mobileOf(digits)
        if (phone) found.add(phone)
      }
  }
  return [...found]
}

/** A text as logs keep it, with the phones in it masked, however they are written. */
export function maskPhonesIn(text: string): string {
  if (!phonesIn(text).length) return text
  return tidyCharacters(text).replace(/\d(?:[^\p{L}\p{N}]*\d)+/gu, (digits) => {
    const [phone] = phonesIn(digits)
    if (!phone) return digits
    return tidyKeyword(digits) === phone ? maskPhone(phone) : '***'
  })
}
