const words = (text: string) => text.split(/\s+/).filter(Boolean)

/** Nicknames of customers, each used once before any is numbered. */
export const nicknames = words(
  `阿夏 周屿 知秋 林深见鹿 橘子汽水 豆包妈妈 老陈 南风 小满 一颗柠檬 阿白 北北 青团 安然 大福 米粒 芝麻糊 海盐 半夏 阿澈
  陈皮 汤圆 鹿鸣 小七 夏目 言午 三分糖 山楂 阿旺 糯米 木木 秋刀鱼 云朵 小鱼干 红豆 阿远 明月 桃子 大白 初一 阿梨 暖阳 可可
  拾光 小葵 麦子 阿宽 浅浅 苏打 栗子 阿乔 星野 布丁 木槿 阿岚 九月 半糖 春山 阿布 南笙 果果 十一 阿青 小棠 海带 云深`,
)
export const surnames = words('林 周 陈 王 李 张 刘 杨 黄 吴 赵 孙 徐 朱 何 高 郭 罗 郑 谢')
export const givenNames = words(
  '知夏 子墨 雨桐 浩然 思远 佳怡 明轩 晓彤 文博 静怡 梓涵 建国 丽华 志强 婷婷 俊杰 雪梅 宇航 欣妍 伟',
)
export const places: readonly (readonly [province: string, city: string])[] = [
  ['上海市', '上海市'],
  ['浙江省', '杭州市'],
  ['江苏省', '苏州市'],
  ['广东省', '深圳市'],
  ['广东省', '广州市'],
  ['北京市', '北京市'],
  ['四川省', '成都市'],
  ['湖北省', '武汉市'],
  ['福建省', '厦门市'],
  ['陕西省', '西安市'],
]
/** The district of each place, and a street in it. */
export const districts = [310115, 330106, 320508, 440305, 440106, 110105, 510104, 420111, 350203, 610113]
export const streets = words('世纪大道 文三路 平江路 深南大道 天河路 朝阳路 锦绣街 珞喻路 环岛路 雁塔路')
export const notes: readonly string[] = [
  '喜欢中烘的咖啡豆，问过挂耳礼盒，到货告诉她。',
  '裤子尺码偏大，下次建议选小一码。',
  '公司采购，每季度要一次，开专票。',
  '对花生过敏，推荐零食前先提醒。',
  '上次快递摔坏了杯子，已补发，发货时多包一层。',
  '周末不在家，尽量周一到周五送。',
  '送过生日券，很满意，加了会员群。',
  '要发票抬头改成新公司，已备注。',
]
