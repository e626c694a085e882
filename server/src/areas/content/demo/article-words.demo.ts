import type { ArticleDraft } from '@zhanggui/contract/content/article.ts'

/** An article of the demo shop. `daysAgo` below 0: days until it goes live; `sells`: the card of a product stands below it. */
type Piece = Pick<
  ArticleDraft,
  'title' | 'author' | 'synopsis' | 'content' | 'isHot' | 'isBanner' | 'published' | 'hidden' | 'sort'
> & {
  category: string
  daysAgo: number
  visit: number
  sells?: true
}

const text = (...paragraphs: string[]) => paragraphs.map((each) => `<p>${each}</p>`).join('')
const list = (...items: string[]) => `<ul>${items.map((each) => `<li>${each}</li>`).join('')}</ul>`

export const pieces: readonly Piece[] = [
  {
    category: '店铺公告',
    title: '年终大促发货安排：17点前付款当天发',
    author: '客服小夏',
    synopsis: '大促期间每天17点前付款的订单当天发出，之后的次日中午前发。',
    daysAgo: 2,
    visit: 1286,
    isBanner: true,
    isHot: true,
    sort: 90,
    content: `${text('大促期间订单较多，仓库加开了夜班。发货时间这样安排：')}${list(
      '17点前付款的订单，当天交给快递',
      '17点后付款的订单，次日12点前交给快递',
      '预售商品按商品页写的时间发货',
    )}<h3>地址填错了怎么办</h3>${text(
      '还没发货的订单，在订单详情里联系客服，我们帮您改；已经发出的，请联系快递员改派。',
      '如果超过两天没有物流信息，请直接告诉我们，我们去查。',
    )}`,
  },
  {
    category: '选购指南',
    title: '一杯手冲要准备什么',
    author: '阿木',
    synopsis: '新手第一次做手冲，不必买齐一整套。先有这四样就够了。',
    daysAgo: 6,
    visit: 842,
    isBanner: true,
    sort: 50,
    sells: true,
    content: `${text('第一次做手冲，最容易犯的错是一口气买齐。其实先有豆子、滤杯、滤纸和一把能控水的壶，就能喝到不错的咖啡。')}<h3>水温和粉量</h3>${list(
      '粉水比 1:15，15克粉配225克水',
      '水温90到93度，浅烘高一点，深烘低一点',
      '先用30克水闷蒸30秒，再分两次注水',
    )}${text('豆子到手后尽量在一个月里喝完。密封放在阴凉处，不要放冰箱。')}`,
  },
  {
    category: '选购指南',
    title: '高山红茶怎么泡不苦',
    author: '阿木',
    synopsis: '红茶发苦，多半是水太烫、泡太久。记住三个数就好。',
    daysAgo: 12,
    visit: 517,
    isHot: true,
    sells: true,
    content: `${text('红茶发苦，多半不是茶的问题。')}${list('3克茶，150毫升水', '水温90度上下', '前三泡各15秒，之后每泡加10秒')}${text(
      '喜欢奶茶的，用5克茶煮3分钟，再加热牛奶，茶味不会被盖住。',
    )}`,
  },
  {
    category: '选购指南',
    title: '长绒棉毛巾为什么越洗越软',
    author: '阿木',
    synopsis: '纤维长，掉毛少。第一次下水之前，有一步很多人会忘。',
    daysAgo: 20,
    visit: 233,
    sells: true,
    content: `${text(
      '长绒棉的纤维比普通棉长三分之一，纺出来的纱更结实，所以掉毛少、吸水快。',
      '新毛巾第一次下水前，先用清水泡十分钟再洗，浮毛会少很多。不要用柔顺剂，它会在纤维外面裹一层膜，毛巾就不吸水了。',
    )}`,
  },
  {
    category: '品牌故事',
    title: '我们为什么自己做包装',
    author: '掌柜',
    synopsis: '外箱用了三年没换过图案，里面的填充却改了七次。',
    daysAgo: 31,
    visit: 164,
    content: `${text(
      '开店第一年，我们用过气泡柱、珍珠棉和旧报纸。破损率降下来了，可客人拆完箱子，家里一地塑料。',
      '后来改成蜂窝纸，贵一点，压得住，拆完可以直接当废纸卖。易碎的杯子再加一层纸浆托，寄到新疆也没碎过。',
    )}`,
  },
  {
    category: '品牌故事',
    title: '一盏灯的十二道工序',
    author: '掌柜',
    synopsis: '从木头到灯，要走十二道工序。工厂在浙江安吉，我们去看了两天。',
    daysAgo: -3,
    visit: 0,
    isHot: true,
    sells: true,
    content: `${text('这盏床头灯的底座是一整块榉木。师傅先放三个月，让木头把水分吐完，再上车床。')}<h3>手工打磨</h3>${text(
      '机器磨到240目，手工再磨到800目。摸上去是温的，没有漆味，因为只上了木蜡油。',
    )}`,
  },
  {
    category: '店铺公告',
    title: '老客内测：新品试用报名',
    author: '客服小夏',
    synopsis: '只发给收到链接的老客。报名后我们按顺序联系您。',
    daysAgo: 4,
    visit: 36,
    hidden: true,
    content: text(
      '感谢您一直支持。新品下个月上架，先请五十位老客试用。',
      '请在本月底前联系客服报名，写明收货地址。试用后发一段使用感受就好，不必写好话。',
    ),
  },
  {
    category: '品牌故事',
    title: '明年春茶的产地走访（未完成）',
    author: '掌柜',
    synopsis: '初稿，等照片到齐再发布。',
    daysAgo: 1,
    visit: 0,
    published: false,
    content: text('三月中旬去了一趟云南临沧。（照片整理中）'),
  },
]
