/** Returns at most this many characters of a text. The last one is an ellipsis if the text was longer. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const characters = Array.from(text)
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}
