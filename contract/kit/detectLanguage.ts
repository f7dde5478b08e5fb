/**
 * Recognizes the language of a text that a member wrote, from words that are frequent in one language and from letters. It knows the
 * languages that most people in the United States speak, and needs no data, so the pages and the server share it
 * (docs/decisions/081-words-of-members.md has the measurements).
 */

/** Frequent words of each language that is written in Latin letters. A word may belong to several languages. */
const frequentWords: Record<string, string> = {
  en: `the of and to a in is it you that for on are with as this be at have from or by not but what all were we
    when your can there an which their if will each about how them then she he they would make like into has more do
    does did her his our us who was been than its only my could should because any these some also just very where
    why too am i him out up over after before don doesn isn won didn aren wasn can't here need want please people
    never every most other already without now both yes i'm it's no much many
    good bad new first money vote bill law support oppose think know agree thanks thank`,
  es: `el la los las un una unos unas de del al que y en es por con para su sus se lo le les como más pero o u este esta
    estos estas eso esto ya muy sin sobre también me mi mis tu te ti nos nuestra nuestro nuestros nuestras hay ser son
    fue era está están ha han he no si sí cuando donde quien qué cómo porque todo todos toda todas yo usted ustedes
    ellos ella él nosotros hasta desde entre cada tiene tienen puede pueden debe deben aquí ni gracias nada nadie
    nunca siempre hacer tan solo dos tres bueno buena otra otro mismo así a fueron cuál mucho mucha muchos muchas poco quiero apoyo opongo
    acuerdo gente dinero ley proyecto voto creo bien mal`,
  pt: `o os as um uma de do da dos das no na nos nas ao que e em é por com para seu sua se como mais mas não este esta isso
    isto já muito sem também meu minha eu você eles ela nós são foi está estão quando porque tem pode pelo pela às`,
  fr: `le la les un une des de du et en est que qui dans pour par sur avec ce cette ces il elle nous vous ils je ne pas
    plus mais ou où au aux son sa ses sont été être avoir a très sans aussi mon ma mes leur notre c'est j'ai d'un si`,
  de: `der die das ein eine und ist nicht zu in den von mit für auf dem des sich auch es an werden aus er hat dass sie nach
    wird bei um am sind noch wie einem über so zum war haben nur oder aber vor zur bis mehr durch man sein ich wir`,
  it: `il lo la i gli le un una di del della dei delle che e è in per con non si da su come più ma o questo questa questi
    sono ha anche se ci mi nel nella al alla molto senza io noi loro essere perché tutti`,
  vi: `và của là có không được cho các những một này trong với người để đã tôi chúng như vì khi từ nhưng nếu rất cũng
    phải làm về đến sẽ ở`,
  tl: `ang ng sa na mga at ay si ni para ito kung hindi ako siya kami tayo sila po opo may mayroon wala dahil pero din rin
    lang namin natin ko mo niya nila`,
  ht: `mwen li nou yo ou ki pa nan ak pou se te gen sa yon tout kapab dwe moun lalwa anpil men si sou fè ap`,
  pl: `i w na z do nie się to jest że o jak po ale od za przez dla tak co czy są był tego oraz już tylko może`,
}

/** The languages that their letters identify, in this order: Japanese has Chinese letters as well. */
const scripts: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ko', /\p{Script=Hangul}/gu],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
]

/** The codes of all languages that can be recognized or chosen, English and Spanish first. */
export const textLanguages: readonly string[] = [
  ...Object.keys(frequentWords),
  ...scripts.map(([language]) => language),
]

const languagesOfWord = indexWords()

/** A function, because the build drops calls that run when the module is loaded and whose result nothing uses. */
function indexWords(): ReadonlyMap<string, string[]> {
  const languages = new Map<string, string[]>()
  for (const [language, words] of Object.entries(frequentWords)) {
    for (const word of words.split(/\s+/)) languages.set(word, [...(languages.get(word) ?? []), language])
  }
  return languages
}

/** Addresses, mentions, codes, abbreviations and places such as Los Angeles belong to no language. */
const noWords =
  /https?:\S+|@[\w.-]+|#\w+|\b[A-Z]{1,3}\b\.?(?=\s*\d)|\b(?:[A-Z]\.)+|\b(?:Los|Las|San|Santa|El|La|Del)\s+\p{Lu}\p{L}+/gu
const latinWord = /\p{Script=Latin}+(?:['’]\p{Script=Latin}+)*/gu
const spanishLetters = /[ñáíóú]|(?:ci[oó]n|ciones|mente|dad|dades|ado|ados|adas?|ieron|amos|emos|ente)$/
const englishLetters =
  /(?:ing|tion|tions|ly|ed|th|ght|ness|sh|ck|ey|ee|ow|ew)$|^(?:wh|th|kn)|oo|sh|[’'](?:s|t|re|ll|ve|d)$/

/** A text with fewer words is too short, unless its letters say enough. The beginning of a long text says enough. */
const minWords = 2
const maxLength = 1_000
/** The points from which a language other than English and Spanish is recognized. */
const minPoints = 4

/** Returns the code of the text's language, such as "es", or null if the text is too short or its language is not known. */
export function detectLanguage(text: string): string | null {
  const ownWords = text.slice(0, maxLength).replace(noWords, ' ')
  const words = ownWords.toLowerCase().match(latinWord) ?? []
  for (const [language, letters] of scripts) {
    if ((ownWords.match(letters)?.length ?? 0) > 2 * words.length) return language
  }
  if (words.length < minWords) return null
  const scores = new Map<string, number>()
  const add = (language: string, points: number) => scores.set(language, (scores.get(language) ?? 0) + points)
  for (const word of words) {
    for (const language of languagesOfWord.get(word.replaceAll('’', "'")) ?? []) add(language, 2)
    if (spanishLetters.test(word)) add('es', 1)
    if (englishLetters.test(word)) add('en', 1)
  }
  if (/[¿¡]/.test(text)) add('es', 3)
  if (/[ăđơư]/i.test(text)) add('vi', 4)
  if (/[ãõ]/i.test(text)) add('pt', 3)
  const [best, second] = [...scores]
    .filter(([language, points]) => points >= minPoints || language === 'en' || language === 'es')
    .toSorted(([, one], [, other]) => other - one)
  return best && best[1] > (second?.[1] ?? 0) ? best[0] : null
}
