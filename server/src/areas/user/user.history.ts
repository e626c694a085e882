import { shopUser, UserInfo } from '@zhanggui/contract/user/shop-user.ts'
import { userGroup } from '@zhanggui/contract/user/user-group.ts'
import { userLevel } from '@zhanggui/contract/user/user-level.ts'
import { userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { userTag } from '@zhanggui/contract/user/user-tag.ts'
import { accessTypes, sexLabels, userTypeLabels } from '@zhanggui/domain/user/user-type.ts'
import { byNumber, editing, keptHistory, type Versioned } from '../../platform/data/versioned.ts'
import { notFound } from '../../platform/http/errors.ts'
import { groupService } from './group/user-group.service.ts'
import { userGroups } from './group/user-group.tables.ts'
import { findLevel, updateLevel } from './level/user-level.service.ts'
import { userLevels } from './level/user-level.tables.ts'
import { segmentService } from './segment/user-segment.service.ts'
import { getUser, seesBalances, WHAT } from './shop-user/shop-user.service.ts'
import { shopUsers } from './shop-user/shop-user.tables.ts'
import { tagService } from './tag/user-tag.service.ts'
import { userTags } from './tag/user-tag.tables.ts'

/** What the values of a customer's sex are called. */
const sex = Object.fromEntries(sexLabels.map((label, value) => [value, label]))

export const userHistories: readonly Versioned[] = [
  {
    object: 'shop-user',
    name: shopUsers.nickname,
    // The trail names balances, which staff of a store do not see.
    find: byNumber(async (ctx, id) => {
      if (!seesBalances(ctx)) throw notFound(WHAT)
      return getUser(ctx, id)
    }),
    refusal: '用户资料不能恢复，请在编辑里修改',
    titled: [shopUser.update.body, UserInfo],
    refs: {
      groupId: userGroups.groupName,
      tagIds: userTags.name,
      level: userLevels.name,
      spreadUid: shopUsers.nickname,
    },
    copies: ['levelName', 'levelGrade', 'levelDiscount', 'spreadNickname'],
    words: { sex, userType: userTypeLabels, loginType: userTypeLabels, status: { true: '正常', false: '禁用' } },
  },
  keptHistory('user-group', userGroup.update, groupService),
  {
    object: 'user-level',
    find: byNumber(findLevel),
    edit: editing(userLevel.update, (ctx, body, id) => updateLevel(ctx, Number(id), body)),
  },
  keptHistory('user-segment', userSegment.update, segmentService, {
    copies: ['size', 'sizedAt'],
    refs: {
      'query.groupId': userGroups.groupName,
      'query.tagIds': userTags.name,
      'query.level': userLevels.name,
      'query.spreadUid': shopUsers.nickname,
    },
    words: {
      'query.groupId': { 0: '未分组' },
      'query.level': { 0: '无等级' },
      'query.payCount': { 0: '没消费过' },
      'query.sex': sex,
      'query.accessType': accessTypes,
      'query.userType': userTypeLabels,
      'query.status': { true: '正常', false: '已禁用' },
      'query.isPromoter': { true: '推广员', false: '普通用户' },
    },
  }),
  keptHistory('user-tag', userTag.update, tagService),
]
