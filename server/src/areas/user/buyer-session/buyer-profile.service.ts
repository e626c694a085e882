import type { Ctx } from '../../../platform/http/context.ts'
import { fileKeysIn, useFiles } from '../../file/file/file-ref.service.ts'
import {
  type Checked,
  type ContentOwner,
  canShow,
  checkText,
  holdContent,
  isChecked,
  settleContent,
} from '../../wechat/content-check/content-check.service.ts'
import * as customers from './buyer-account.repository.ts'

/** What a buyer says of themselves that others see. */
type Profile = { nickname?: string; avatar?: string }
type HeldPart = { kind: 'nickname' | 'avatar'; text: string; pics: string[]; checked: Checked }

/**
 * Has WeChat look at a name and a picture, while the shop wants that, before the transaction that stores them.
 * @returns what can be shown at once, and what is to be held
 * @throws 422 for a name that WeChat calls an offence
 */
export async function lookAtProfile(
  ctx: Ctx,
  { nickname, avatar }: { nickname: string | undefined; avatar: string | undefined },
): Promise<{ shown: Profile; held: HeldPart[] }> {
  const shown: Profile = {}
  const held: HeldPart[] = []
  if (nickname !== undefined) {
    const checked = await checkText(ctx, { kind: 'nickname', uid: ctx.buyer.uid, text: nickname })
    if (checked && !canShow(checked, [])) held.push({ kind: 'nickname', text: nickname, pics: [], checked })
    else shown.nickname = nickname
  }
  if (avatar !== undefined) {
    // Pictures of WeChat itself were looked at there.
    const isUploaded = fileKeysIn(avatar).length > 0
    if (isUploaded && (await isChecked(ctx)))
      held.push({ kind: 'avatar', text: '', pics: [avatar], checked: { verdict: 'pass', reason: '' } })
    else shown.avatar = avatar
  }
  return { shown, held }
}

/**
 * What somebody says of themselves as they first come by the mini-program, as far as it can be shown at once: there is nobody yet
 * of whom it could be held.
 * @throws 422 for a name that WeChat calls an offence
 */
export async function firstProfile(ctx: Ctx, openid: string, { nickname, avatar }: Profile): Promise<Profile> {
  if (!(await isChecked(ctx))) return { ...(nickname && { nickname }), ...(avatar && { avatar }) }
  const checked = nickname ? await checkText(ctx, { kind: 'nickname', uid: 0, text: nickname, openid }) : undefined
  return {
    ...(nickname && canShow(checked, []) && { nickname }),
    ...(avatar && { avatar }),
  }
}

/** Holds parts of a profile; what was held before of a part that is now shown is of the past. @param tx with the buyer's lock */
export async function holdProfile(tx: Ctx, shown: Profile, held: readonly HeldPart[]): Promise<void> {
  const { uid } = tx.buyer
  if (shown.nickname !== undefined) await settleContent(tx, 'nickname', uid, false)
  if (shown.avatar !== undefined) await settleContent(tx, 'avatar', uid, false)
  for (const part of held) await holdContent(tx, { ...part, bizId: uid, uid })
}

const nothing = async () => {}

/** A name that was held is the buyer's once it is let pass. */
export const checkedNicknames: ContentOwner = {
  kind: 'nickname',
  release: (tx, { uid, text }) => customers.update(tx, uid, { nickname: text }),
  refuse: nothing,
}

/** The same of a picture. */
export const checkedAvatars: ContentOwner = {
  kind: 'avatar',
  release: async (tx, { uid, pics: [avatar = ''] }) => {
    await customers.update(tx, uid, { avatar })
    await useFiles(tx, { type: 'shopUser', id: uid, field: 'avatar', title: '用户头像' }, avatar)
  },
  refuse: nothing,
}
