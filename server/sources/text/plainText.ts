/** Trims lines, collapses runs of blanks, and allows at most one empty line in a row. */
export function tidyLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/ [ \t]+|\t[ \t]*/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
