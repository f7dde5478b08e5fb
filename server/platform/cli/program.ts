import { type CommanderError, Command as Program } from 'commander'
import { isRelease } from '#server/platform/settings/version.ts'
import { type Command, type OptionSpec, type OptionValues, UsageError } from './command.ts'

/** How an operator starts a command here, because a release has a program of its own. */
const programName = isRelease ? 'hurd' : 'npm run -s hurd --'

type CommandDescription = Omit<Command, 'run'>
type HelpEntry = { command: string; usage: string; about: string }
type ParsedCommand<CommandSpec> =
  | { kind: 'call'; command: CommandSpec; args: string[]; options: OptionValues; by: string | null }
  | { kind: 'version' }
  | { kind: 'help'; entries: HelpEntry[]; text: string; isRequested: boolean }

/** Wrong usage of a known command. Its usage is printed after the message. */
export class CommandUsageError extends UsageError {
  readonly command: CommandDescription
  constructor(message: string, command: CommandDescription) {
    super(message)
    this.command = command
  }
}

/** Commander ends with this error after help and after wrong usage. It names the level that Commander reached. */
class ParsingEnd extends Error {
  readonly program: Program
  override readonly cause: CommanderError
  constructor(program: Program, cause: CommanderError) {
    super(cause.message)
    this.program = program
    this.cause = cause
  }
}

/** Parses the arguments of `hurd` with Commander. `--json` and `--by` can be anywhere in them. */
export function parseHurd<CommandSpec extends CommandDescription>(
  commands: readonly CommandSpec[],
  argv: string[],
): ParsedCommand<CommandSpec> {
  const specs = new Map<Program, CommandSpec>()
  const calls: ParsedCommand<CommandSpec>[] = []
  const root = endWithError(new Program(programName))
    .option('--json', 'Prints one JSON document instead of lines.')
    .option('--by <NAME>', 'Names the operator if several people share one user account of the machine.')
    .version('', '-V, --version', 'Prints which release this is.')
    .configureHelp({
      showGlobalOptions: true,
      visibleCommands: (program) => [...leavesOf(program)].filter((leaf) => leaf !== program),
      subcommandTerm: wordsOf,
      commandUsage: (program) => callOf(specs.get(program) ?? { words: [wordsOf(program), 'COMMAND'] }),
    })
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
  for (const command of commands) {
    const leaf = addLeaf(root, command).action((args: string[]) => {
      const by: unknown = root.getOptionValue('by')
      const options = optionValues(leaf, command)
      calls.push({ kind: 'call', command, args, options, by: typeof by === 'string' ? by : null })
    })
    specs.set(leaf, command)
  }
  const first = argv.findIndex((word, index) => !word.startsWith('-') && argv[index - 1] !== '--by')
  try {
    root.parse(argv[first] === 'help' ? [...argv.toSpliced(first, 1), '--help'] : argv, { from: 'user' })
  } catch (error) {
    if (error instanceof ParsingEnd) return readEnd(error, specs)
    throw error
  }
  const [call] = calls
  if (call?.kind !== 'call') throw unknownCommand(argv)
  if (call.command.usage === undefined && call.args.length > 0) {
    const words = call.command.words.join(' ')
    throw new CommandUsageError(`${words} accepts no arguments: ${call.args.join(' ')}.`, call.command)
  }
  return call
}

/** Adds a command below the programs of its first words, such as `issue` below `codes`. */
function addLeaf(root: Program, command: CommandDescription): Program {
  const groups = command.words.slice(0, -1)
  const parent = groups.reduce(
    (group, word) =>
      group.commands.find((child) => child.name() === word) ?? endWithError(group.command(word)),
    root,
  )
  const leaf = endWithError(parent.command(command.words.at(-1) ?? ''))
    .description(command.about)
    // Each command checks its arguments, because its message says what they should be.
    .argument('[words...]')
    .helpOption('-h, --help', 'Prints this help.')
    .configureHelp({ ...root.configureHelp(), visibleArguments: () => [] })
  for (const [name, option] of Object.entries(command.options ?? {})) {
    leaf.option(flagsOf(name, option), option.about)
  }
  return leaf
}

function endWithError(program: Program): Program {
  return program
    .helpCommand(false)
    .helpOption('-h, --help', 'Prints this help.')
    .exitOverride((error) => {
      throw new ParsingEnd(program, error)
    })
}

/** Returns the values by the names of the options, which `--no-notify` inverts in Commander. */
function optionValues(leaf: Program, { options = {} }: CommandDescription): OptionValues {
  return Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => {
      const option = leaf.options.find(({ long }) => long === `--${name}`)
      const read: unknown = option && leaf.getOptionValue(option.attributeName())
      if (value !== undefined) return [name, typeof read === 'string' ? read : undefined]
      return [name, option?.negate ? read === false : read === true]
    }),
  )
}

/** Returns help or the version if they were requested, and otherwise throws a sentence about the wrong usage. */
function readEnd<CommandSpec extends CommandDescription>(
  { program, cause }: ParsingEnd,
  specs: ReadonlyMap<Program, CommandSpec>,
): ParsedCommand<CommandSpec> {
  if (cause.code === 'commander.version') return { kind: 'version' }
  const command = specs.get(program)
  const words = program.args.filter((word) => !word.startsWith('-'))
  const isRequested = cause.code === 'commander.helpDisplayed'
  if (isRequested ? command || words.length === 0 : cause.code === 'commander.help' && !program.parent) {
    const entries = [...leavesOf(program)].flatMap((leaf) => specs.get(leaf) ?? []).map(describe)
    return { kind: 'help', entries, text: program.helpInformation(), isRequested }
  }
  const [, name = '', suggestion] = /'(.*?)'(?:.*Did you mean (\S+)\?)?/s.exec(cause.message) ?? []
  const [option = ''] = name.split(' ')
  const more = suggestion ? ` Did you mean ${suggestion}?` : ''
  if (cause.code === 'commander.optionMissingArgument') {
    throw usageError(`${option} requires a value.`, command)
  }
  if (cause.code === 'commander.unknownOption') {
    throw usageError(`There is no option ${option}.${more}`, command)
  }
  throw unknownCommand([wordsOf(program), ...words].filter(Boolean))
}

function usageError(message: string, command: CommandDescription | undefined): UsageError {
  return command ? new CommandUsageError(message, command) : new UsageError(message)
}

function unknownCommand(words: string[]): UsageError {
  return new UsageError(`There is no command "${words.join(' ')}".`)
}

/** Yields the commands at and below a level. */
function* leavesOf(program: Program): Generator<Program> {
  if (program.commands.length === 0) yield program
  for (const child of program.commands) yield* leavesOf(child)
}

function wordsOf(program: Program): string {
  return program.parent ? `${wordsOf(program.parent)} ${program.name()}`.trim() : ''
}

function describe(command: CommandDescription): HelpEntry {
  return { command: command.words.join(' '), usage: synopsis(command), about: command.about }
}

/** Returns the usage of a command in two lines, which follow a message about wrong usage. */
export function usageOf(command: CommandDescription | null): string {
  if (!command) return `See: ${programName} help`
  return `Usage: ${callOf(command)}\n${command.about}`
}

function callOf(command: Omit<CommandDescription, 'about'>): string {
  return [programName, ...command.words, synopsis(command)].filter(Boolean).join(' ')
}

function synopsis({ usage, options = {} }: Pick<CommandDescription, 'usage' | 'options'>): string {
  const terms = Object.entries(options).map(([name, option]) => {
    const term = flagsOf(name, option).replace(/[<>]/g, '')
    return option.isRequired ? term : `[${term}]`
  })
  return [...(usage === undefined ? [] : [usage]), ...terms].join(' ')
}

function flagsOf(name: string, { value }: OptionSpec): string {
  return value === undefined ? `--${name}` : `--${name} <${value}>`
}
