import { t } from '#contract/kit/translate.ts'
import { emailAppellant } from '#server/operations/moderation/cases/notices.ts'
import { type CaseKey, selectTarget } from '#server/operations/moderation/cases/target.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { closeAppealsOf } from './store.ts'

type Command = { operator: string; publicOrigin: string }

/** Closes the appeals of a member whose suspension an operator has lifted, except those about content that is still hidden. */
export async function closeAppealsOfLifted(db: Db, user_id: string, command: Command): Promise<void> {
  const keys = await db<CaseKey[]>`
    select distinct target_type, target_id from appeals
     where user_id = ${user_id} and decision = 'suspend' and resolved_at is null`
  for (const key of keys) {
    const target = await selectTarget(db, key)
    if (target?.state !== 'hidden') {
      await closeAppeals(db, key, command, () => t('The suspension was lifted.'))
    }
  }
}

/** Closes the appeals about content that an operator has restored. */
export function closeAppealsOfRestored(db: Db, key: CaseKey, command: Command): Promise<void> {
  return closeAppeals(db, key, command, () => t('The content is shown again.'))
}

/** The answer to the member is a text of Hurd, because a command has no reason. The member is emailed if an appeal was waiting. */
async function closeAppeals(
  db: Db,
  key: CaseKey,
  { operator, publicOrigin }: Command,
  text: () => string,
): Promise<void> {
  const [member] = await db<{ user_id: string; language: string | null }[]>`
    select user_id, u.language from appeals join users u using (user_id)
     where target_id = ${key.target_id} and target_type = ${key.target_type} and resolved_at is null limit 1`
  if (!member) return
  const { user_id, language } = member
  const reason = inLanguage(language, text)
  const waiting = await closeAppealsOf(db, key, { by: operator, answer: reason })
  if (waiting > 0) await emailAppellant(db, user_id, { outcome: 'reversed', answer: reason, publicOrigin })
}
