/** Where a customer comes from, and where they signed in last. */
export const userTypes = ['wechat', 'routine', 'h5', 'app', 'admin'] as const
export type UserType = (typeof userTypes)[number]

/** What staff call them. */
export const userTypeLabels: Readonly<Record<UserType, string>> = {
  wechat: '微信公众号',
  routine: '微信小程序',
  h5: 'H5',
  app: 'APP',
  admin: '后台添加',
}

/** What lies in a time range by which customers are found: the last visit, or the first. */
export const accessTypes = { 1: '首次访问在此期间', 0: '近次访问在此期间' } as const

/** The values of a customer's sex: 0 to 3. */
export const sexLabels: readonly string[] = ['未知', '男', '女', '保密']
