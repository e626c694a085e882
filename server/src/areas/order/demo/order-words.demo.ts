export const streets = ['人民路', '建设大道', '文苑街', '滨江东路', '科技园南路', '和平里西街', '长乐路', '学府路']

export const buyerNotes = [
  '麻烦发顺丰，谢谢',
  '工作日白天没人，请放门卫',
  '送人用的，不要放价格单',
  '请尽快发货，周末要用',
  '颜色如果缺货请先联系我',
  '包装严实一点',
  '放丰巢就好',
  '发货前给我打个电话',
]

export const shopNotes = [
  '老客，多放一份小样',
  '已电话确认地址',
  '等补货后一起发',
  '附手写贺卡',
  '上次破损，这次加固包装',
  '开发票，抬头已留',
]

export const reviews = [
  { score: 5, comment: '包装很仔细，和图片一样，会再来' },
  { score: 5, comment: '第二次买了，质量稳定' },
  { score: 4, comment: '东西不错，快递慢了一天' },
  { score: 5, comment: '送妈妈的，她很喜欢' },
  { score: 3, comment: '颜色比图片深一点，其他还好' },
]

export const refundReasons = ['拍错了', '不想要了', '商品有划痕', '少发了配件', '颜色与描述不符', '发货太慢']

/** What staff say to each other about an order. */
export const staffComments = [
  '买家来电，说周五前要到，已让仓库优先',
  '地址少了楼栋号，已和买家确认过',
  '买家要求和上一单一起发',
  '这位是老客，包装用心些',
  '物流说派件员联系不上，已给买家改约周末',
]

/** Why an order is put aside. */
export const holdReasons = ['等买家确认地址', '客户要求改天发', '缺货等待，补货在途']
