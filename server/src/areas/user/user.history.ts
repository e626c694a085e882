import { userGroup } from '@zhanggui/contract/user/user-group.ts'
import { userLevel } from '@zhanggui/contract/user/user-level.ts'
import { userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { userTag } from '@zhanggui/contract/user/user-tag.ts'
import { byNumber, editing, keptHistory, type Versioned } from '../../platform/data/versioned.ts'
import { notFound } from '../../platform/http/errors.ts'
import { groupService } from './group/user-group.service.ts'
import { userGroups } from './group/user-group.tables.ts'
import { findLevel, updateLevel } from './level/user-level.service.ts'
import { userLevels } from './level/user-level.tables.ts'
import { segmentService } from './segment/user-segment.service.ts'
import { getUser, seesBalances, WHAT } from './shop-user/shop-user.service.ts'
import { tagService } from './tag/user-tag.service.ts'
import { userTags } from './tag/user-tag.tables.ts'

export const userHistories: readonly Versioned[] = [
  {
    object: 'shop-user',
    // The trail names balances, which staff of a store do not see.
    find: byNumber(async (ctx, id) => {
      if (!seesBalances(ctx)) throw notFound(WHAT)
      return getUser(ctx, id)
    }),
    refusal: '用户资料不能恢复，请在编辑里修改',
    refs: { groupId: userGroups.groupName, tagIds: userTags.name, levelId: userLevels.name },
    words: { sex: { 0: '未知', 1: '男', 2: '女', 3: '保密' }, status: { true: '正常', false: '禁用' } },
  },
  keptHistory('user-group', userGroup.update, groupService),
  {
    object: 'user-level',
    find: byNumber(findLevel),
    edit: editing(userLevel.update, (ctx, body, id) => updateLevel(ctx, Number(id), body)),
  },
  keptHistory('user-segment', userSegment.update, segmentService, { copies: ['size', 'sizedAt'] }),
  keptHistory('user-tag', userTag.update, tagService),
]
