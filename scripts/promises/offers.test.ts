import { notifyEventNames } from '@zhanggui/domain/message/notify-event.ts'
import { smsPurposeKeys, smsPurposes } from '@zhanggui/domain/message/sms.ts'
import { webhookEventNames } from '@zhanggui/domain/message/webhook.ts'
import { isOffered, notYetOffered } from '@zhanggui/domain/not-yet-offered.ts'
import { settingRegistry } from '@zhanggui/domain/setting/setting-registry.ts'
import { buyerMarks } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { propFields } from '@zhanggui/page-kit/define.ts'
import { settingFields } from '@zhanggui/page-kit/page.ts'
import { components } from '@zhanggui/page-kit/registry.ts'
import { expect, test } from 'vitest'
import { readSources, type SourceFile } from '../read-imports.ts'
import { root } from '../run.ts'

/** Where things are declared; what only stands there does nothing. */
const declared =
  /^domain\/src\/(setting\/settings\/|not-yet-offered\.ts|message\/(notify-event|sms|webhook)\.ts)|^contract\/|-titles\.ts$/
/** What only tests and demo shops run. */
const untrue = /\.(test|demo|fixture|walk)\.tsx?$|\/(testing|demo)\//

/** What runs in a shop. */
const sources = readSources(root).filter(
  ({ path }) => /^(domain|contract|server|web)\/src\//.test(path) && !untrue.test(path) && !declared.test(path),
)
const served = sources.filter(({ path }) => path.startsWith('server/'))
const notifying = served.filter(({ code }) => /\b(notify|notifyOwner)\b[^;]*\bfrom '/.test(code))

/** The first file that holds the pattern, by which a failure would name what is missing. */
const readerIn = (files: readonly SourceFile[], pattern: RegExp) => files.find(({ code }) => pattern.test(code))?.path

const quoted = (name: string) => `'${name.replaceAll('.', String.raw`\.`)}'`

/** Keys of clouds are put together of the cloud and what is asked of it. */
const cloud = /^(?:qn|al|tx|jd|s3)_(endpoint|region|bucket|public_url|private|access_key|secret_key)$/

function settingReader(key: string): string | undefined {
  const [, part] = cloud.exec(key) ?? []
  return readerIn(sources, part ? new RegExp(`\\$\\{prefix\\}_${part}\``) : new RegExp(`(?<![\\w-])${key}(?![\\w-])`))
}

/** Raised as a notification, not only as an event of the outbox of the same name. */
const noticeRaiser = (event: string) =>
  readerIn(
    notifying,
    new RegExp(`event: ${quoted(event)}|^\\s*${quoted(event)}: |notifyOwner\\([^)]*${quoted(event)}`, 'm'),
  )

/** Emitted: written in the call itself, as the first of a pair, or as what a helper of the object emits. */
const webhookRaiser = (event: string) =>
  readerIn(
    served,
    new RegExp(`emit\\([^)]*${quoted(event)}|\\[${quoted(event)}, \\w*[({]|move\\([^;]*${quoted(event)}`),
  )

const purposeSender = (key: string) => readerIn(served, new RegExp(quoted(key)))

const settingKeys = Object.values(settingRegistry).flatMap(({ fields }) => Object.keys(fields))
const unread = (names: readonly string[], reader: (name: string) => string | undefined) =>
  names.filter((name) => reader(name) === undefined)

test('every setting that is offered is read by something', () => {
  const offered = settingKeys.filter((key) => isOffered('settings', key))
  expect(offered.length).toBeGreaterThan(150)
  expect(unread(offered, settingReader)).toEqual([])
})

test('every message that staff can choose is raised by something', () => {
  const offered = notifyEventNames.filter((event) => isOffered('notices', event))
  expect(unread(offered, noticeRaiser)).toEqual([])
})

test('every message to buyers that staff can switch is sent by something', () => {
  const telling = served.filter(({ code }) => /\btellBuyer\w*\b/.test(code))
  // A receipt is told by the transition, under the mark that its caller names.
  const sender = (mark: string) =>
    readerIn(telling, new RegExp(quoted(mark))) ?? readerIn(served, new RegExp(`receiveOrder\\([^;]*${quoted(mark)}`))
  expect(unread(Object.keys(buyerMarks), sender)).toEqual([])
  expect(sender('nothingSendsIt')).toBeUndefined()
})

test('every event that a webhook can choose is raised by something', () => {
  const offered = webhookEventNames.filter((event) => isOffered('webhooks', event))
  expect(unread(offered, webhookRaiser)).toEqual([])
})

test('every purpose of an SMS template is sent by something, and the switch of one for staff is a setting', () => {
  expect(unread(smsPurposeKeys, purposeSender)).toEqual([])
  const switches = Object.values(smsPurposes).flatMap((purpose) => ('switch' in purpose ? purpose.switch : []))
  expect(switches.filter((key) => !settingKeys.includes(key) || !isOffered('settings', key))).toEqual([])
})

test('what is not offered yet is declared, and no message or webhook of it comes', () => {
  const { settings, notices, webhooks } = notYetOffered
  expect(Object.keys(settings).filter((key) => !settingKeys.includes(key))).toEqual([])
  expect(Object.keys(notices).filter((event) => noticeRaiser(event))).toEqual([])
  expect(Object.keys(webhooks).filter((event) => webhookRaiser(event))).toEqual([])
})

/** What draws decorated pages for buyers, and what gives it live data. */
const drawing = readSources(root).filter(
  ({ path }) =>
    (/^(h5\/src\/|page-kit\/src\/.*\.tsx$)/.test(path) || path.startsWith('server/src/areas/decor/resolvers/')) &&
    !untrue.test(path),
)
const drawer = (key: string) => readerIn(drawing, new RegExp(`(?<![\\w-])${key}(?![\\w-])`))

test('every setting of a decorated page, and every field of its components, does something where buyers see it', () => {
  // The other half of pagePic, set with it.
  const settings = Object.keys(settingFields).filter((key) => key !== 'pageColor')
  expect(unread(settings, drawer)).toEqual([])
  // A shared block is drawn as what it holds, which the server puts in its place.
  const drawn = components.filter(({ type }) => type !== 'sharedBlock')
  const fields = drawn.flatMap((definition) => Object.keys(propFields(definition)))
  expect(fields.length).toBeGreaterThan(200)
  expect(unread(fields, drawer)).toEqual([])
})
