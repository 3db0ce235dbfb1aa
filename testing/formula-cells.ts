const started = ['=1+1', '+cmd|x', '-2+3', '@a', '\t=1', ' =1', '\r=1', '\n=1', '＝1', '＋1', '＠a', ' @a']
const harmless = ['Kinshasa', '-12', '-12.50', '-12,50', '+243', '1=1', 'a;b', 'a\nb', '']

/** Cells of a CSV file and their escaped text: each writer of CSV files has this rule. */
export const formulaCells: (readonly [cell: string, escaped: string])[] = [
  ...started.map((cell) => [cell, `'${cell}`] as const),
  ...harmless.map((cell) => [cell, cell] as const),
  // Spreadsheets of another language separate cells by these characters.
  ['x;=HYPERLINK(A1)', "x;'=HYPERLINK(A1)"],
  ['x; @a', "x;' @a"],
  ['x;"=1"', `x;'"=1"`],
  ['retrait\n+243', "retrait\n'+243"],
  ['a\t-1+1', "a\t'-1+1"],
]
