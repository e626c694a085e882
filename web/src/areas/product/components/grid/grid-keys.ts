/** What the keyboard does in the grid, for the list of keys. */
export const gridKeys = [
  ['方向键、Tab、Enter', '移动；Ctrl 加方向键到边缘'],
  ['Shift 加方向键', '选择一片单元格；Ctrl+A 全选'],
  ['直接输入', '覆盖单元格；Enter 确认，Esc 取消，Ctrl+Enter 填入所有选中的单元格'],
  ['+10%、+20、-5', '输入带正负号的数，在原来的数上加减'],
  ['F2 或双击', '在原内容上修改'],
  ['Ctrl+C、Ctrl+V', '与 Excel 互相复制，可以多行多列'],
  ['Ctrl+D', '用第一行填充选中的单元格'],
  ['=', '公式：加减百分比、末位 .9 等'],
  ['Delete', '还原选中的单元格'],
  ['Ctrl+Z、Ctrl+Y', '撤销、重做'],
  ['空格', '上架、下架'],
  ['Ctrl+S', '预览并保存'],
  ['Esc', '离开表格，到上方的按钮'],
].map(([label = '', act = '']) => ({ key: label, label, act }))
