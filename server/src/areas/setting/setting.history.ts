import { dict } from '@zhanggui/contract/setting/dict.ts'
import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { expressCompany } from '@zhanggui/contract/setting/express-company.ts'
import { region } from '@zhanggui/contract/setting/region.ts'
import { ViewDraft } from '@zhanggui/contract/setting/saved-view.ts'
import { settingRegistry } from '@zhanggui/domain/setting/setting-registry.ts'
import type { SettingField } from '@zhanggui/domain/setting/settings/field.ts'
import { keptHistory, type TrailWords, topLevel, type Versioned } from '../../platform/data/versioned.ts'
import { dictService } from './dict/dict.service.ts'
import { dicts } from './dict/dict.tables.ts'
import { detailService } from './dict/dict-detail.service.ts'
import { getExpressCompany, updateExpressCompany } from './express/express-company.service.ts'
import { getRegion, updateRegion } from './region/region.service.ts'
import { placeName } from './region/region.tables.ts'

export const settingHistories: readonly Versioned[] = [
  keptHistory('dict', dict.update, dictService),
  keptHistory('dict-detail', dictDetail.update, detailService, { refs: { dict: dicts.name } }),
  keptHistory('express-company', expressCompany.update, { get: getExpressCompany, update: updateExpressCompany }),
  keptHistory(
    'region',
    region.update,
    { get: getRegion, update: updateRegion },
    { refs: { parentId: placeName }, words: { parentId: topLevel }, copies: ['mergerName', 'level'] },
  ),
]

const fields = Object.values(settingRegistry).flatMap((group) => Object.entries<SettingField>(group.fields))

export const settingTrailWords: readonly TrailWords[] = [
  {
    object: 'setting',
    words: Object.fromEntries(
      fields.flatMap(([key, { options }]) =>
        options ? [[key, Object.fromEntries(options.map(({ value, label }) => [value, label]))]] : [],
      ),
    ),
  },
  { object: 'saved-view', titled: [ViewDraft], refs: { roleIds: 'role' } },
]
