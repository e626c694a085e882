import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { userImport } from '@zhanggui/contract/user/user-import.ts'
import { type Area, adding } from '../../platform/area.ts'
import { oldRows } from '../../platform/data/clean-up.ts'
import { demos } from '../../platform/data/defaults.ts'
import { versioned } from '../../platform/data/versioned.ts'
import { readWatches } from '../../platform/http/serve.ts'
import { exports } from '../../platform/work/exports.ts'
import { regionUses } from '../setting/region/region.service.ts'
import { revealers } from '../setting/reveal/reveal.service.ts'
import { searchers } from '../setting/search/search.service.ts'
import { onlineGuests } from '../staff/online-user/online-user.service.ts'
import { customersSeen } from '../store/store-staff/store-staff.service.ts'
import { contentOwners } from '../wechat/content-check/content-check.service.ts'
import { fanTurns } from '../wechat/fan/fan-event.service.ts'
import { approvalAct, approvalActs } from '../work/approval/approval.service.ts'
import { serveBuyerAddresses } from './address/buyer-address.routes.ts'
import { findAddressesOfPlace } from './address/buyer-address.service.ts'
import { noteFollowing } from './buyer-session/buyer-follow.service.ts'
import { checkedAvatars, checkedNicknames } from './buyer-session/buyer-profile.service.ts'
import { endedBuyerSessions, makeBuyerGate, onlineBuyers } from './buyer-session/buyer-session.service.ts'
import { serveBuyerSignIn } from './buyer-session/buyer-sign-in.routes.ts'
import { formerRecognised, oldEndedIdentities } from './buyer-session/former-account.service.ts'
import { serveCustomerCentre } from './centre/customer-centre.routes.ts'
import { serveBuyerCollects } from './collect/buyer-collect.routes.ts'
import { registerForgetting } from './forget/forget.service.ts'
import { serveUserGroups } from './group/user-group.routes.ts'
import { registerUserImportClock } from './import/user-import.jobs.ts'
import { serveUserImports } from './import/user-import.routes.ts'
import { confirmImport } from './import/user-import.service.ts'
import { registerUserImports } from './import/user-import-run.service.ts'
import { registerUserImportUndo } from './import/user-import-undo.service.ts'
import { payOwedPoints } from './ledger/ledger.service.ts'
import { serveUserLevels } from './level/user-level.routes.ts'
import { registerLevels } from './level/user-level.service.ts'
import { isWithinScope } from './scope/customer-lock.repository.ts'
import { serveUserSegments } from './segment/user-segment.routes.ts'
import { watchPhoneGuesses } from './shop-user/phone-guess.service.ts'
import { userExport } from './shop-user/shop-user.export.ts'
import { serveShopUsers } from './shop-user/shop-user.routes.ts'
import { changeFunds } from './shop-user/user-funds.service.ts'
import { userRevealer } from './shop-user/user-reveal.service.ts'
import { userSearcher } from './shop-user/user-search.service.ts'
import { serveUserTags } from './tag/user-tag.routes.ts'
import { userHistories } from './user.history.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = [
  ...['scope', 'spread', 'buyer-session', 'address', 'level', 'forget', 'group', 'tag', 'note', 'ledger', 'shop-user'],
  ...['collect', 'segment', 'centre', 'import'],
] as const

/** Customers: their accounts, sign-in, addresses, favourites, ledgers, groups, tags, levels and segments. */
export const user: Area = {
  name: 'user',
  buyerGate: makeBuyerGate,
  routes: [
    ...[serveBuyerSignIn, serveBuyerAddresses, serveBuyerCollects, serveCustomerCentre],
    ...[serveShopUsers, serveUserGroups, serveUserTags, serveUserLevels, serveUserSegments],
    serveUserImports,
  ],
  adds: [
    adding(versioned, ...userHistories),
    adding(contentOwners, checkedNicknames, checkedAvatars),
    adding(fanTurns, noteFollowing),
    adding(approvalActs, approvalAct(shopUser.funds, changeFunds), approvalAct(userImport.confirm, confirmImport)),
    adding(onlineGuests, onlineBuyers),
    adding(oldRows, endedBuyerSessions, oldEndedIdentities),
    adding(exports, userExport),
    adding(revealers, userRevealer),
    adding(searchers, userSearcher),
    adding(readWatches, watchPhoneGuesses),
    adding(customersSeen, isWithinScope),
    adding(regionUses, findAddressesOfPlace),
    adding(formerRecognised, payOwedPoints),
    // Loaded lazily: only demo shops need the sample data.
    adding(demos, async (ctx) => (await import('./demo/user.demo.ts')).fillUserDemo(ctx)),
  ],
  background: [
    registerLevels,
    registerForgetting,
    registerUserImports,
    registerUserImportUndo,
    registerUserImportClock,
  ],
}
