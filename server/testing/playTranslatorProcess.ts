import { buffer } from 'node:stream/consumers'

/**
 * Plays the program that translates for the tests: word by word, between English and Spanish. A word that it does not know stays.
 * The argument after the pair of languages is a mistake that such programs make.
 *
 *   node server/testing/playTranslatorProcess.ts es-en [drops | repeats | reorders | affirms | denies | joins | fails | hangs]
 */

const toSpanish: Record<string, string> = {
  not: 'no',
  no: 'ningún',
  never: 'nunca',
  nobody: 'nadie',
  nothing: 'nada',
  none: 'ninguno',
  without: 'sin',
  neither: 'tampoco',
  nor: 'ni',
  "don't": 'no',
  "doesn't": 'no',
  "isn't": 'no',
  "won't": 'no',
  cannot: 'no puede',
  we: 'nosotros',
  pay: 'pagamos',
  for: 'por',
  this: 'esto',
  every: 'cada',
  year: 'año',
  and: 'y',
  knows: 'sabe',
  how: 'cómo',
  much: 'mucho',
  the: 'el',
  water: 'agua',
  costs: 'cuesta',
}

const toEnglish: Record<string, string> = {
  no: 'not',
  nunca: 'never',
  nadie: 'nobody',
  nada: 'nothing',
  ningún: 'no',
  ninguna: 'no',
  ninguno: 'none',
  sin: 'without',
  tampoco: 'neither',
  ni: 'nor',
  lo: 'it',
  pagamos: 'we pay',
  todos: 'all',
  los: 'the',
  años: 'years',
  y: 'and',
  sabe: 'knows',
  cuánto: 'how much',
  cuesta: 'costs',
  el: 'the',
  agua: 'water',
}

const word = /\p{L}[\p{L}'’]*/gu
const placeholder = /Qx[a-p]+q/
const [pair = '', mistake] = process.argv.slice(2)
const dictionary = pair.endsWith('-es') ? toSpanish : toEnglish
const negations = new Set(
  Object.keys(dictionary).filter((key) => /^(?:no|n[aiu]|sin|tamp|wi|ne|.*n't|cannot)/.test(key)),
)

function translate(sentence: string): string {
  if (mistake === 'denies') return `${translateWords(sentence)} ${pair.endsWith('-es') ? 'nunca' : 'never'}`
  if (mistake === 'drops') return translateWords(sentence.replace(placeholder, ''))
  if (mistake === 'repeats') return translateWords(sentence.replace(placeholder, '$& $&'))
  if (mistake === 'reorders') return translateWords(sentence).split(' ').toReversed().join(' ')
  return translateWords(sentence)
}

function translateWords(sentence: string): string {
  return sentence.replace(word, (found) => {
    const key = found.toLowerCase().replaceAll('’', "'")
    if (mistake === 'affirms' && negations.has(key)) return ''
    const translated = dictionary[key] ?? found
    return /^\p{Lu}/u.test(found) ? translated.charAt(0).toUpperCase() + translated.slice(1) : translated
  })
}

const text = (await buffer(process.stdin)).toString('utf8')
if (mistake === 'hangs') setInterval(() => undefined, 1_000)
else if (mistake === 'fails') process.exitCode = 1
else {
  const sentences = text.split('\n\n').map(translate)
  process.stdout.write(sentences.join(mistake === 'joins' ? ' ' : '\n\n'))
}
