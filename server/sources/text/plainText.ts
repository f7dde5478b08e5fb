/** Trims lines, collapses runs of blanks, and allows at most one empty line in a row. */
export function tidyLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Repairs UTF-8 that was wrongly decoded as Windows-1252 ("Â§ 4" for "§ 4"). Other text is unchanged. */
export function repairMojibake(text: string): string {
  if (!/[ÂÃ][\u0080-\u00bf]|â€|ï»¿/.test(text)) return text
  return text.replace(/[\u0080-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{2,}/g, (run) => {
    try {
      return strictUtf8.decode(Uint8Array.from(run, windows1252Byte))
    } catch {
      return run
    }
  })
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const highBytes = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function windows1252Byte(character: string): number {
  const index = highBytes.indexOf(character)
  return index >= 0 ? 0x80 + index : character.charCodeAt(0)
}
