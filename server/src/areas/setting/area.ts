import { type Area, adding } from '../../platform/area.ts'
import { defaults } from '../../platform/data/defaults.ts'
import { trailWords, versioned } from '../../platform/data/versioned.ts'
import { exports } from '../../platform/work/exports.ts'
import { dictExport } from './dict/dict.export.ts'
import { serveDicts } from './dict/dict.routes.ts'
import { insertDictionaries } from './dict/dict.seed.ts'
import { serveDictDetails } from './dict/dict-detail.routes.ts'
import { serveExpressCompanies, serveFrontExpress } from './express/express-company.routes.ts'
import { insertExpressCompanies } from './express/express-company.seed.ts'
import { testLogistics } from './express/express-provider.service.ts'
import { serveRegions } from './region/region.routes.ts'
import { insertRegions } from './region/region.seed.ts'
import { serveReveal } from './reveal/reveal.routes.ts'
import { serveSavedViews } from './saved-view/saved-view.routes.ts'
import { serveSearch } from './search/search.routes.ts'
import { searchers } from './search/search.service.ts'
import { testMapKey } from './setting/map-key.service.ts'
import { serveSettings } from './setting/setting.routes.ts'
import { settingSearcher } from './setting/setting-search.service.ts'
import { settingTesters } from './setting/setting-test.service.ts'
import { settingHistories, settingTrailWords } from './setting.history.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['search', 'setting', 'dict', 'region', 'express', 'saved-view', 'form-draft', 'reveal'] as const

/** Settings, and the lists that staff choose from: dictionaries, regions, express companies. */
export const setting: Area = {
  name: 'setting',
  routes: [
    ...[serveDicts, serveDictDetails, serveSettings, serveRegions, serveExpressCompanies],
    ...[serveFrontExpress, serveReveal, serveSearch, serveSavedViews],
  ],
  adds: [
    adding(versioned, ...settingHistories),
    adding(trailWords, ...settingTrailWords),
    adding(defaults, insertDictionaries, insertRegions, insertExpressCompanies),
    adding(exports, dictExport),
    adding(searchers, settingSearcher),
    adding(settingTesters, { kind: 'express', test: testLogistics }, { kind: 'map', test: testMapKey }),
  ],
}
