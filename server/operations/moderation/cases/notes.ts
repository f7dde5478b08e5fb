import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { shownNotes, type addNote as addNoteEndpoint, type MemberNote } from '#contract/moderation/cases.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { operatorOf } from './operatorRoute.ts'

/** Adds a note about a member. The audit log records that a note was written, but not its text. */
export async function addNote(
  db: Db,
  me: Member,
  { user_id, content }: ParsedOf<typeof addNoteEndpoint>,
): Promise<OutputOf<typeof addNoteEndpoint>> {
  const [note] = await db<{ note_id: string }[]>`
    insert into member_notes (user_id, content, written_by)
    select user_id, ${content?.trim() ?? ''}, ${me.user_id} from users where user_id = ${user_id}
    returning note_id`
  if (!note) refuse('user_not_found')
  await recordAction(db, { action: 'note_added', user_id, operator: operatorOf(me), detail: note })
  const [savedNote] = await selectNotes(db, user_id, 1)
  if (!savedNote) throw new Error('the note was not saved')
  return { note: savedNote }
}

/** Selects notes, newest first. */
export function selectNotes(db: Db, user_id: string, limit = shownNotes): Promise<MemberNote[]> {
  return db<MemberNote[]>`
    select n.note_id, n.content, iso_time(n.created_at) as created_at, u.username as written_by
      from member_notes n left join users u on u.user_id = n.written_by and u.account_status <> 'closed'
     where n.user_id = ${user_id} order by n.created_at desc, n.note_id limit ${limit}`
}
