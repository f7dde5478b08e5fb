import { isAbsolute } from 'node:path'

/** The program that translates each pair of languages, such as "es-en": its path and its arguments. */
export type TranslatorCommands = Readonly<Record<string, readonly [path: string, ...args: string[]]>>

/** Reads pairs of languages with their commands, such as `es-en=/usr/bin/apertium -u spa-eng`, separated by semicolons. */
export function parseTranslators(text: string): TranslatorCommands | null {
  const commands: Record<string, readonly [string, ...string[]]> = {}
  for (const entry of text.split(';').filter((part) => part.trim() !== '')) {
    const [, pair, command = ''] = /^\s*([a-z]{2,3}-[a-z]{2,3})\s*=\s*(.*)$/.exec(entry) ?? []
    const [path = '', ...args] = command.trim().split(/\s+/)
    if (pair === undefined || pair in commands || !isAbsolute(path) || text.includes('\0')) return null
    commands[pair] = [path, ...args]
  }
  return commands
}

export function describeTranslators(commands: TranslatorCommands): string {
  const entries = Object.entries(commands).map(([pair, command]) => `${pair}=${command.join(' ')}`)
  return entries.join('; ') || '(unset: no translations)'
}
