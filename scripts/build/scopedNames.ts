import { basename } from 'node:path'

const letters = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Names a class of a CSS module after its file and its position there, such as "BillCard_c". The styles are part of each
 * page, and Vite's names, with a hash and a line, would make its HTML a kilobyte larger.
 */
export function scopedNames() {
  const namesOf = new Map<string, string[]>()
  const fileOf = new Map<string, string>()
  return (name: string, file: string) => {
    const stem = basename(file.replace(/\?.*$/, ''), '.module.css')
    const first = fileOf.get(stem) ?? file
    if (first !== file) throw new Error(`${file} has the same name as ${first}`)
    fileOf.set(stem, file)
    const names = namesOf.get(stem) ?? []
    namesOf.set(stem, names)
    if (!names.includes(name)) names.push(name)
    return `${stem}_${inLetters(names.indexOf(name))}`
  }
}

function inLetters(index: number): string {
  const rest = Math.floor(index / letters.length)
  return `${rest > 0 ? inLetters(rest - 1) : ''}${letters[index % letters.length]}`
}
