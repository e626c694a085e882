import { settingField } from '@zhanggui/domain/setting/setting-registry.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { GivenSettings } from '../../setting/setting/setting.service.ts'
import { useFiles } from './file-ref.service.ts'

/** Protects the picture or file of a setting from deletion while it is set. */
export async function useSettingFiles(tx: Ctx, { changed }: GivenSettings): Promise<void> {
  for (const [key, value] of changed) {
    const field = settingField(key)
    if (!field || !['image', 'file', 'html'].includes(field.type)) continue
    await useFiles(tx, { type: 'setting', id: 0, field: key, title: `系统设置「${field.label}」` }, String(value))
  }
}
