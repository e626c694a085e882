import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { checkMapKey } from '../../../platform/outside/map.ts'
import type { SettingSource } from './setting.service.ts'

/** Whether the map service knows the key, which may not be saved yet. */
export async function testMapKey(
  { platform }: Ctx,
  { values }: SettingSource,
): Promise<{ ok: boolean; message: string }> {
  const { tengxun_map_key: key, site_url } = values
  if (!key) return { ok: false, message: '请先填写腾讯地图密钥' }
  try {
    const { isKnown, message } = await checkMapKey(key, { site: platform.config.publicUrl ?? site_url })
    return isKnown ? { ok: true, message: '密钥有效' } : { ok: false, message: `密钥无效：${message}` }
  } catch (error) {
    if (error instanceof HttpError) return { ok: false, message: error.message }
    throw error
  }
}
