import { searchWords } from '#contract/search.ts'
import { splitMatches } from './matches.ts'

type MarkedProps = {
  children: string
  query: string
  /** True marks matches inside words too, as the search in bills finds them. Names match only at beginnings of words. */
  anywhere?: boolean | undefined
}

/** A text in which the matches of the query are marked. */
export function Marked({ children, query, anywhere = false }: MarkedProps) {
  const words = searchWords(query).split(' ').filter(Boolean)
  return splitMatches(children, words, anywhere).map(({ text, start, isMatch }) =>
    isMatch ? <mark key={start}>{text}</mark> : text,
  )
}
