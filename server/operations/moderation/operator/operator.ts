import type { Command } from '#server/platform/cli/command.ts'
import { auditCommands } from './operatorAudit.ts'
import { cohortCommands } from './operatorCohort.ts'
import { contentCommands } from './operatorContent.ts'
import { peopleCommands } from './operatorPeople.ts'
import { reportCommands } from './operatorReports.ts'
import { roleCommands } from './operatorRoles.ts'

export const commands: Command[] = [
  ...peopleCommands,
  ...cohortCommands,
  ...contentCommands,
  ...reportCommands,
  ...roleCommands,
  ...auditCommands,
]
