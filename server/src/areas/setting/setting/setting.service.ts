import { isDeepStrictEqual } from 'node:util'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { setting } from '@zhanggui/contract/setting/setting.ts'
import {
  type ClientSettings,
  type SettingGroup,
  type SettingHistory,
  type SettingValues as Shown,
  settingTests,
  testNames,
} from '@zhanggui/contract/setting/setting.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { isOffered } from '@zhanggui/domain/not-yet-offered.ts'
import {
  isSettingGroup,
  readSetting,
  SECRET_MASK,
  type SecretKey,
  type SettingGroupName,
  type SettingValues,
  settingField,
  settingRegistry,
  settingValues,
  toWireSetting,
} from '@zhanggui/domain/setting/setting-registry.ts'
import type { SettingField } from '@zhanggui/domain/setting/settings/field.ts'
import { extensions } from '@zhanggui/domain/setting/settings/upload.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { cleanInlineHtml } from '../../../platform/content/inline-html.ts'
import { audit } from '../../../platform/data/audit.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Actor, type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { forbidden, notFound, versionConflict } from '../../../platform/http/errors.ts'
import type { Fault } from '../../../platform/http/input/normalise.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import { isAddressAllowed, readNetworks } from '../../../platform/http/networks.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { requireProof } from '../../../platform/security/proof.ts'
import { newToken } from '../../../platform/security/token.ts'
import { pushLive } from '../../../platform/work/live.ts'
import { emit } from '../../../platform/work/outbox.ts'
import * as settings from './setting.repository.ts'
import type { SettingChange } from './setting.tables.ts'
import { type Access, GENERAL, isForSuper, isOfStores, lacking, lockOf, lockOfField, SUPER } from './setting-access.ts'

/** Values of a group that is being saved: all given values, and those that differ. */
export type GivenSettings = { given: ReadonlyMap<string, unknown>; changed: ReadonlyMap<string, unknown> }

/** Runs in other areas when settings change, in the transaction that stores them. */
export const settingFollowers = defineHook<(tx: Ctx, settings: GivenSettings) => Promise<void>>('followers of settings')

/** Shown in the history for a secret that was set. */
const HIDDEN = '***'

/**
 * Every setting except secrets, with the defaults of the registry; money in whole fen. Cached in the process; saving a
 * group drops the cache in all processes. Do not call it after a save in the same transaction: the uncommitted values
 * would be cached for everyone.
 */
export async function getSettings(ctx: Pick<Ctx, 'db' | 'platform'>): Promise<SettingValues> {
  return (await getAll(ctx)).values
}

/** A secret in the clear, or undefined while it is not set. */
export async function getSecret(ctx: Pick<Ctx, 'db' | 'platform'>, key: SecretKey): Promise<string | undefined> {
  const sealed = (await getAll(ctx)).stored.get(key)
  return typeof sealed === 'string' ? ctx.platform.secrets.open(sealed) : undefined
}

/** A secret that nobody enters: made at its first use, and stored. Not within a transaction. */
export async function getOwnSecret(ctx: Ctx, key: SecretKey): Promise<string> {
  const known = await getSecret(ctx, key)
  if (known) return known
  const groups = Object.keys(settingRegistry).filter(isSettingGroup)
  const name = groups.find((each) => Object.hasOwn(settingRegistry[each].fields, key))
  if (!name) throw new Error(`no setting ${key}`)
  const secret = await inTransaction(ctx, async (tx) => {
    await settings.lockGroup(tx, name)
    // Another process may have made it meanwhile.
    const stored = (await settings.findStored(tx, name)).get(key)
    if (typeof stored === 'string') return tx.platform.secrets.open(stored)
    const made = newToken()
    await change(tx, name, new Map([[key, made]]))
    return made
  })
  cacheOf(ctx).dropHere()
  return secret
}

/** Stored settings, or settings that are about to be stored. */
export type SettingSource = {
  values: SettingValues
  secret: (key: SecretKey) => Promise<string | undefined>
  /** Whether the value comes from the current request. */
  isGiven: (key: string) => boolean
}

/** The stored settings. */
export async function readStored(ctx: Pick<Ctx, 'db' | 'platform'>): Promise<SettingSource> {
  return { values: await getSettings(ctx), secret: (key) => getSecret(ctx, key), isGiven: () => false }
}

/**
 * The settings as they would be after saving values of a group.
 * @throws 403, 400 as {@link saveGroup}
 */
export async function readUnsaved(
  ctx: Ctx,
  group: SettingGroupName,
  values: Record<string, unknown>,
): Promise<SettingSource> {
  const given = readValues(groupFor(ctx, group, 'save'), values)
  await requireUnlocked(ctx, group, given)
  const stored = await readStored(ctx)
  return {
    values: { ...stored.values, ...(Object.fromEntries(given) as Partial<SettingValues>) },
    secret: async (key) => (given.has(key) ? String(given.get(key)) : stored.secret(key)),
    isGiven: (key) => given.has(key),
  }
}

type All = { stored: ReadonlyMap<string, unknown>; values: SettingValues }

function getAll(ctx: Pick<Ctx, 'db' | 'platform'>): Promise<All> {
  return cacheOf(ctx).get('all', async () => {
    const stored = await settings.findStored(ctx)
    return { stored, values: settingValues(stored) }
  })
}

function cacheOf({ platform }: Pick<Ctx, 'platform'>) {
  return platform.caches.named<All>('settings')
}

/** Public settings that every screen needs. Sizes in MB. */
export async function getClientSettings(ctx: Ctx): Promise<ClientSettings> {
  const values = await getSettings(ctx)
  return {
    uploadType: values.uploadType,
    imageExt: extensions(values.image_ext_str),
    imageMaxSize: values.image_max_size,
    videoExt: extensions(values.video_ext_str),
    videoMaxSize: values.video_max_size,
    fileExt: extensions(values.file_ext_str),
    fileMaxSize: values.file_max_size,
    mapKey: values.tengxun_map_key,
    storeStock: values.store_stock,
  }
}

/** The message during maintenance, and the permission of those who may keep working: they can end it. */
export function maintenanceOf({ maintenance_mode, maintenance_text }: SettingValues) {
  if (!maintenance_mode) return undefined
  return { message: maintenance_text || '系统维护中，请稍后再试', unless: GENERAL.save }
}

const noGroup = () => notFound('设置分组')

/** @throws 404 for an unknown group, or an account of single stores; 403 for one the caller may not access */
function groupFor({ actor }: Ctx, name: string, access: Access): SettingGroupName {
  if (!isSettingGroup(name) || !offeredOf(name).length || isOfStores(actor)) throw noGroup()
  const permission = lacking(actor, name, access)
  if (permission) throw forbidden(permission)
  return name
}

/** The groups the caller may read, with their fields, in the order of the screen. */
export function listGroups({ actor }: Ctx): SettingGroup[] {
  if (isOfStores(actor)) return []
  const names = Object.keys(settingRegistry).filter(isSettingGroup)
  return names
    .filter((name) => offeredOf(name).length && !lacking(actor, name, 'read'))
    .map((name) => ({
      name,
      label: settingRegistry[name].label,
      canSave: !lacking(actor, name, 'save'),
      locked: lockOf(actor, name),
      tests: testNames.filter((kind) => settingTests[kind] === name),
      fields: offeredOf(name).map(([key, field]) => describeField(actor, key, field)),
    }))
}

function describeField(actor: Actor, key: string, field: SettingField): SettingGroup['fields'][number] {
  const { label, type, help, unit, required, decimals, multiline, options, columns, visibleIf, restart } = field
  const bound = (limit: number | undefined) => (limit === undefined ? undefined : Number(toWireSetting(field, limit)))
  return {
    key,
    label,
    type,
    help,
    unit,
    required,
    min: bound(field.min),
    max: bound(field.max),
    decimals,
    multiline,
    options: options && [...options],
    columns: columns?.map((column) => ({ ...column, min: column.min / 100 })),
    visibleIf: visibleIf && { key: visibleIf.key, in: [...visibleIf.in] },
    restart,
    locked: lockOfField(actor, field),
  }
}

function fieldsOf(name: SettingGroupName): [string, SettingField][] {
  return Object.entries<SettingField>(settingRegistry[name].fields)
}

/** Those of its fields that something reads already: the others are neither shown nor taken. */
function offeredOf(name: SettingGroupName): [string, SettingField][] {
  return fieldsOf(name).filter(([key]) => isOffered('settings', key))
}

/**
 * A group's values, version and defaults; stored secrets are masked.
 * @throws 404 for an unknown group, 403 for one the caller may not access
 */
export function getGroup(ctx: Ctx, name: string): Promise<Shown> {
  return showGroup(ctx, groupFor(ctx, name, 'read'))
}

/** The answer of {@link getGroup}, for screens with a permission of their own. @throws 404 for an account of single stores */
export async function showGroup(ctx: Ctx, name: SettingGroupName): Promise<Shown> {
  if (isOfStores(ctx.actor)) throw noGroup()
  // Version first: if the values are newer, a save merely has to start again.
  const version = await settings.findVersion(ctx, name)
  const stored = await settings.findStored(ctx, name)
  const shown = offeredOf(name).map(([key, field]) => {
    const isSecret = field.type === 'secret'
    const value = stored.get(key) ?? field.default
    return [key, isSecret ? value && SECRET_MASK : toWireSetting(field, value)]
  })
  const defaults = offeredOf(name).map(([key, field]) => [key, toWireSetting(field, field.default)])
  return { values: Object.fromEntries(shown), version, defaults: Object.fromEntries(defaults) }
}

/**
 * Saves values of a group, all or nothing; values not given stay. Values that do not differ change nothing, not even
 * the version. Takes effect at once in every process.
 * @throws 404, 403 as {@link getGroup}; 400 naming each key at fault; 409 when the version is not the one seen; 422 when
 *   it would lock out the caller or everyone; 428 for a secret without a fresh proof of identity
 */
export function saveGroup(ctx: Ctx, group: string, draft: GroupDraft): Promise<SavedGroup> {
  return storeGroup(ctx, groupFor(ctx, group, 'save'), draft)
}

export type GroupDraft = { values: Record<string, unknown>; version?: number }
export type SavedGroup = { id: string; version: number }

/** Saves as {@link saveGroup} does, for screens with a permission of their own. */
export async function storeGroup(
  ctx: Ctx,
  name: SettingGroupName,
  { values, version }: GroupDraft,
): Promise<SavedGroup> {
  if (isOfStores(ctx.actor)) throw noGroup()
  if (isForSuper(ctx.actor, name)) throw forbidden(SUPER)
  const given = readValues(name, values)
  if ([...given.keys()].some(isSecretKey)) requireProof(ctx)
  const saved = await inTransaction(ctx, async (tx) => {
    const current = await settings.lockGroup(tx, name)
    if (version !== undefined && version !== current) throw versionConflict(await showGroup(tx, name))
    await requireUnlocked(tx, name, given)
    const changed = await change(tx, name, given)
    if (changed !== undefined && given.get('maintenance_mode') === true)
      await pushLive(tx, { lacking: GENERAL.save }, 'maintenance', {})
    return { id: name, version: changed ?? current }
  })
  // Anything cached before the commit is stale, and the notification of the drop arrives a moment later.
  cacheOf(ctx).dropHere()
  return saved
}

/** @throws 403 for a field that is locked for the caller and would change; forms send the rest of a group along */
async function requireUnlocked(ctx: Ctx, name: SettingGroupName, given: ReadonlyMap<string, unknown>): Promise<void> {
  const locked = fieldsOf(name).filter(([key, field]) => given.has(key) && lockOfField(ctx.actor, field))
  if (!locked.length) return
  const stored = await settings.findStored(ctx, name)
  if (locked.some(([key, field]) => given.get(key) !== (stored.get(key) ?? field.default))) throw forbidden(SUPER)
}

/**
 * Stores settings on the shop's own behalf, as at set-up: unchecked, money in whole fen, secrets in the clear.
 * @param tx a transaction
 */
export async function writeSettings(
  tx: Ctx,
  values: Partial<SettingValues & Record<SecretKey, string>>,
): Promise<void> {
  for (const name of Object.keys(settingRegistry).filter(isSettingGroup)) {
    const ofGroup = Object.entries(values).filter(([key]) => Object.hasOwn(settingRegistry[name].fields, key))
    if (!ofGroup.length) continue
    await settings.lockGroup(tx, name)
    await change(tx, name, new Map(ofGroup))
  }
}

/** The values in their stored form, secrets in the clear; secrets that stay unchanged are left out. */
function readValues(name: SettingGroupName, values: Record<string, unknown>): Map<string, unknown> {
  const fields = new Map(offeredOf(name))
  const faults: Fault[] = []
  const given = new Map<string, unknown>()
  for (const [key, value] of Object.entries(values)) {
    const field = fields.get(key)
    if (!field) {
      faults.push({ field: `values.${key}`, message: `没有设置项「${key.slice(0, 60)}」` })
      continue
    }
    if (field.type === 'secret' && (value === '' || value === null || value === SECRET_MASK)) continue
    try {
      given.set(key, readOne(key, field, value))
    } catch (error) {
      if (!(error instanceof BadInput)) throw error
      faults.push({ field: `values.${key}`, message: error.message })
    }
  }
  if (faults.length) throw badFields(faults)
  return given
}

function readOne(key: string, field: SettingField, value: unknown): unknown {
  const read = readSetting(field, value)
  if (field.type === 'html') return readSetting(field, cleanInlineHtml(String(read)))
  if (key === 'login_ip_allow') readNetworks(String(read))
  return read
}

function isSecretKey(key: string): key is SecretKey {
  return settingField(key)?.type === 'secret'
}

/**
 * Stores the values that differ, with a history row. The group must be locked.
 * @returns the new version, or undefined when nothing differed
 */
async function change(
  tx: Ctx,
  name: SettingGroupName,
  given: ReadonlyMap<string, unknown>,
): Promise<number | undefined> {
  const stored = await settings.findStored(tx, name)
  const before = new Map(fieldsOf(name).map(([key, field]) => [key, stored.get(key) ?? field.default]))
  const changed = [...given].filter(([key, value]) => !isSame(tx, key, before.get(key), value))
  for (const follow of tx.platform.hooks.of(settingFollowers)) await follow(tx, { given, changed: new Map(changed) })
  if (!changed.length) return undefined
  judge(tx, name, Object.fromEntries(before), Object.fromEntries(changed))
  const { secrets } = tx.platform
  await settings.store(
    tx,
    name,
    new Map(
      changed.map(([key, value]) => [key, isSecretKey(key) ? secrets.seal(String(value)) : orDefault(key, value)]),
    ),
  )
  const version = await settings.raiseVersion(tx, name)
  const changes = changed.map(([key, after]): SettingChange => {
    const was = before.get(key)
    return isSecretKey(key) ? { key, before: was && HIDDEN, after: HIDDEN } : { key, before: was, after }
  })
  await settings.insertHistory(tx, { group: name, version, changes })
  await auditSettings(tx, name, changes)
  await cacheOf(tx).drop(tx.db)
  await emit(tx, 'setting.changed', { group: name, keys: changed.map(([key]) => key) })
  return version
}

function auditSettings(tx: Ctx, name: SettingGroupName, changes: readonly SettingChange[]): Promise<void> {
  const fields = new Map(fieldsOf(name))
  const shown = (side: 'before' | 'after') =>
    Object.fromEntries(
      changes.map(({ key, [side]: value }) => {
        const field = fields.get(key)
        // Setting a secret counts as a change, whatever its old value.
        if (isSecretKey(key)) return [key, value && `${side} ${HIDDEN}`]
        return [key, field ? toWireSetting(field, value) : value]
      }),
    )
  return audit(tx, {
    action: 'update',
    objectType: 'setting',
    objectId: name,
    objectName: settingRegistry[name].label,
    before: shown('before'),
    after: shown('after'),
    labels: Object.fromEntries([...fields].map(([key, { label }]) => [key, label])),
    secret: changes.map(({ key }) => key).filter(isSecretKey),
  })
}

/** Undefined for a value equal to the default, which needs no row. */
function orDefault(key: string, value: unknown): unknown {
  return isDeepStrictEqual(value, settingField(key)?.default) ? undefined : value
}

function isSame({ platform }: Ctx, key: string, before: unknown, after: unknown): boolean {
  if (!isSecretKey(key) || !before) return isDeepStrictEqual(before, after)
  try {
    return platform.secrets.open(String(before)) === after
  } catch {
    // Sealed with a lost key: any value counts as new.
    return false
  }
}

/** Checks a group as it would be after the change. */
function judge(
  ctx: Ctx,
  name: SettingGroupName,
  before: Record<string, unknown>,
  changed: Record<string, unknown>,
): void {
  const after = { ...before, ...changed }
  const faults = settingRegistry[name].check(after)
  if (faults.length) throw badFields(faults.map(({ key, message }) => ({ field: `values.${key}`, message })))
  if (name !== 'security') return
  const { login_ip_allow, captcha_mode, mfa_policy } = after as SettingValues
  if ('login_ip_allow' in changed && !isAddressAllowed(ctx.origin.ip, login_ip_allow))
    throw new Refusal('该设置会导致您无法登录')
  if (captcha_mode === 'off' && mfa_policy !== 'all' && ctx.platform.config.production)
    throw new Refusal('关闭验证码前，请先将两步验证设为所有人必须')
}

/**
 * The changes of a group, newest first, with values in wire form; for secrets only that they were set.
 * @throws 404, 403 as {@link getGroup}
 */
export async function listHistory(ctx: Ctx, group: string, query: RouteInput<typeof setting.history>['query']) {
  const name = groupFor(ctx, group, 'read')
  const { offset, ...page } = readPage(query)
  const { list, total } = await settings.listHistory(ctx, name, { ...page, offset })
  return { list: list.map(showHistory), total, ...page }
}

type History = Awaited<ReturnType<typeof settings.listHistory>>['list'][number]

function showHistory({ id, version, changes, nickName, username, createdAt }: History): SettingHistory {
  return {
    id,
    version,
    changes: changes.map(({ key, before, after }) => {
      const field = settingField(key)
      if (!field) return { key, label: key, before, after }
      return { key, label: field.label, before: toWireSetting(field, before), after: toWireSetting(field, after) }
    }),
    createBy: nickName || username || '系统',
    createTime: toWireTime(createdAt),
  }
}
