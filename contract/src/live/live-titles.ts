/** What the fields of the area's answers are called. */
export const liveTitles = {
  roomCount: '房间数',
  goodsCount: '商品数',
  mediaUrl: '回放地址',
  pagePath: '小程序路径',
  replays: '回放',
  channels: '视频号',
  hasReplay: '有回放',
  updated: '更新数',
}
