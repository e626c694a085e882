/** What the fields of fans, codes and checks are called in answers. */
export const fanTitles = {
  consumeMoney: '累计消费',
  syncTime: '同步时间',
  decideTime: '处理时间',
}
