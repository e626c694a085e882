/** What the fields of the area's answers are called. */
export const storeTitles = {
  validTime: '核销有效期',
  dayTime: '营业时间',
  area: '省市区',
  latitude: '纬度',
  longitude: '经度',
  cityIds: '省市区编号',
  staffNum: '店员数',
  pendingNum: '待核销数',
  verifyCount: '30天核销数',
  show: '显示数',
  hide: '隐藏数',
  recycle: '回收站数',
  adminId: '后台账号编号',
  admin: '后台账号',
  store: '门店',
}
