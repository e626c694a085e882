import { type SecretKey, type SettingValues, settingValues } from '@zhanggui/domain/setting-registry.ts'
import type { Ctx } from '../../platform/context.ts'
import * as settings from './setting.repository.ts'

/**
 * Every setting that is no secret, with the defaults of the registry; money in whole fen. Kept by the process, dropped
 * in all processes when a group is saved. Do not ask after saving in the same transaction: what it stored is not yet
 * everybody's.
 */
export async function getSettings(ctx: Pick<Ctx, 'db' | 'platform'>): Promise<SettingValues> {
  return (await getAll(ctx)).values
}

/** A secret in the clear, or undefined while it is not set. */
export async function getSecret(ctx: Pick<Ctx, 'db' | 'platform'>, key: SecretKey): Promise<string | undefined> {
  const sealed = (await getAll(ctx)).stored.get(key)
  return typeof sealed === 'string' ? ctx.platform.secrets.open(sealed) : undefined
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
