/** The words that deny, by language. Only pairs of these languages are checked. */
const negations: Readonly<Record<string, RegExp>> = {
  en: /(?<![\p{L}'’])(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|hardly|barely|\p{L}+n['’]t|(?:do|does|did|is|are|was|were|would|should|could|ca|wo|has|have|had)nt)(?![\p{L}'’])/giu,
  es: /(?<!\p{L})(?:no|nunca|jamás|nadie|nada|ni|ningún|ninguna|ninguno|ningunos|ningunas|tampoco|sin|apenas)(?!\p{L})/giu,
}

/** Each clause counts once, because one denial can have several of these words in Spanish: "no … nada". */
const clauseEnd = /[.,;:!?()—–]|(?<!\p{L})(?:pero|but|y|and|que|that|porque|because|si|if)(?!\p{L})/iu

function denials(sentence: string, language: string): number {
  const words = negations[language]
  if (!words) return 0
  return sentence.split(clauseEnd).filter((clause) => clause.search(words) >= 0).length
}

/** Returns false if a translation denies less than its sentence, or denies something that its sentence does not. */
export function keepsNegation(sentence: string, from: string, translation: string, to: string): boolean {
  if (!negations[from] || !negations[to]) return true
  const [before, after] = [denials(sentence, from), denials(translation, to)]
  return before === 0 ? after === 0 : after >= before
}
