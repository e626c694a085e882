import type { SettingGroupName } from '@zhanggui/domain/setting/setting-registry.ts'
import type { SettingField } from '@zhanggui/domain/setting/settings/field.ts'
import { type Actor, holds, isSuper } from '../../../platform/http/context.ts'

export type Access = 'read' | 'save'

export const GENERAL = { read: 'admin:system:config:info', save: 'admin:system:config:save:form' } as const
const INTEGRAL = { read: 'admin:marketing:integral:config', save: 'admin:marketing:integral:save' } as const
/** Rates by which the shop pays out money: nobody else's screen shows or saves them. */
const BROKERAGE = { read: 'admin:retail:spread:manage:get', save: 'admin:retail:spread:manage:set' } as const
/** Groups that require a permission of their own as well. */
const GUARDED: Partial<Record<SettingGroupName, string>> = {
  pay: 'admin:system:config:pay',
  storage: 'admin:system:config:storage',
  security: 'admin:system:config:security',
}

/**
 * Who chooses the mail server reads the links that reset passwords, those of super administrators too: the level rule
 * (docs/access.md, Roles and rights) would not hold.
 */
const SUPER_SAVES: readonly SettingGroupName[] = ['email']

/** What a refusal names in place of a permission that no role can hold. */
export const SUPER = 'super'

/** The permission the actor lacks for the group, if any. */
export function lacking(actor: Actor, name: SettingGroupName, access: Access): string | undefined {
  if (name === 'brokerage') return holds(actor, BROKERAGE[access]) ? undefined : BROKERAGE[access]
  if (name === 'integral' && holds(actor, INTEGRAL[access])) return undefined
  if (access === 'save' && isForSuper(actor, name)) return SUPER
  return [GENERAL[access], GUARDED[name] ?? []].flat().find((permission) => !holds(actor, permission))
}

export function isForSuper(actor: Actor, name: SettingGroupName): boolean {
  return SUPER_SAVES.includes(name) && !isSuper(actor)
}

/** The settings are of the whole shop: for accounts of single stores there are none, whatever their permissions say. */
export const isOfStores = ({ scope }: Actor): boolean => scope.storeIds !== undefined

/** Why the actor may only read the group, in words; undefined for those who may save it. */
export function lockOf(actor: Actor, name: SettingGroupName): string | undefined {
  const permission = lacking(actor, name, 'save')
  if (permission === SUPER) return `${WHY_SUPER[name] ?? '此分组'}只有超级管理员可以修改，仅供查看`
  return permission && '您没有修改此分组的权限，仅供查看'
}

const WHY_SUPER: Partial<Record<SettingGroupName, string>> = { email: '重置密码的邮件由这里的服务器发出，' }

/** Why the actor may not change the field of a group they may save; undefined for all others. */
export function lockOfField(actor: Actor, { isSentKeys }: SettingField): string | undefined {
  return isSentKeys && !isSuper(actor) ? '接口密钥会发送到此地址，只有超级管理员可以修改' : undefined
}
