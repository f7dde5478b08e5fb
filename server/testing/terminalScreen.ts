const escape = '\u001b'

/** Returns the lines that a terminal shows after it received this output, for the sequences that progress bars use. */
export function terminalScreen(output: string): string[] {
  const lines: string[] = ['']
  let [row, column] = [0, 0]
  let saved = { row, column }
  const line = () => lines[row] ?? ''

  function write(text: string) {
    for (const piece of text.split(/([\r\n])/)) {
      if (piece === '\r') column = 0
      else if (piece === '\n') {
        row += 1
        while (lines.length <= row) lines.push('')
      } else if (piece !== '') {
        lines[row] = line().slice(0, column).padEnd(column) + piece + line().slice(column + piece.length)
        column += piece.length
      }
    }
  }

  const [first = '', ...parts] = output.split(escape)
  write(first)
  for (const part of parts) {
    const [sequence = '', count, command] = /^(?:[78]|\[(\??\d*)([A-Za-z]))/.exec(part) ?? []
    if (sequence === '7') saved = { row, column }
    else if (sequence === '8') ({ row, column } = saved)
    else if (command === 'G') column = Number(count || 1) - 1
    else if (command === 'K') lines[row] = count === '2' ? '' : line().slice(0, column)
    write(part.slice(sequence.length))
  }
  return lines
}
