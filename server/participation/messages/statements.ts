import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type {
  listOfficialStatements as listOfficialStatementsEndpoint,
  listStatements as listStatementsEndpoint,
  publishStatement as publishStatementEndpoint,
  Statement,
} from '#contract/messages.ts'
import { billExists } from '#server/legislation/paths/findBill.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { findOfficial } from './officials.ts'

export async function listStatements(
  db: Db,
  me: Member | null,
  { id, limit, offset }: ParsedOf<typeof listStatementsEndpoint>,
): Promise<OutputOf<typeof listStatementsEndpoint>> {
  const [exists, official, statements, [counted]] = await Promise.all([
    billExists(db, id),
    me && findOfficial(db, me.user_id),
    db<Statement[]>`
      ${selectStatements(db)} where s.bill_id = ${id} and s.replaced_at is null and s.hidden_at is null
       order by s.created_at desc, s.statement_id limit ${limit} offset ${offset}`,
    db<{ total: number }[]>`
      select count(*)::int as total from official_statements
       where bill_id = ${id} and replaced_at is null and hidden_at is null`,
  ])
  if (!exists) refuse('bill_not_found')
  const total = counted?.total ?? 0
  const pagination = { limit, offset, total, has_more: offset + statements.length < total }
  return { statements, can_publish_statement: Boolean(official), pagination }
}

/** Publishes a statement. The official's title is stored with it, because the title may change later. */
export async function publishStatement(
  db: Db,
  me: Member,
  { id, content }: ParsedOf<typeof publishStatementEndpoint>,
): Promise<Statement> {
  const official = (await findOfficial(db, me.user_id)) ?? refuse('officials_only')
  if (!(await billExists(db, id))) refuse('bill_not_found')
  await db`
    update official_statements set replaced_at = now()
     where bill_id = ${id} and rep_id = ${official.rep_id} and replaced_at is null`
  const [row] = await db<{ statement_id: string }[]>`
    insert into official_statements (rep_id, user_id, bill_id, title, content)
    select ${official.rep_id}, ${me.user_id}, ${id}, title, ${content?.trim() ?? ''}
      from representative_terms
     where rep_id = ${official.rep_id} and (valid_from is null or valid_from <= current_date)
       and (valid_to is null or valid_to > current_date)
     order by valid_from desc nulls last, term_id desc limit 1
    returning statement_id`
  const [statement] = await db<Statement[]>`
    ${selectStatements(db)} where s.statement_id = ${row!.statement_id}`
  return statement!
}

function selectStatements(db: Db) {
  return db`
    select s.statement_id, s.rep_id, r.rep_name, s.title, s.content, s.created_at,
           exists (select from official_statements o
                    where (o.bill_id, o.rep_id) = (s.bill_id, s.rep_id) and o.replaced_at is not null) as is_edited
      from official_statements s join representatives r using (rep_id)`
}

/** Lists the current statements of the account's representative, including those that moderators have hidden. */
export async function listOfficialStatements(
  db: Db,
  user_id: string,
  { limit, offset }: ParsedOf<typeof listOfficialStatementsEndpoint>,
): Promise<OutputOf<typeof listOfficialStatementsEndpoint>> {
  const { rep_id, rep_name } = (await findOfficial(db, user_id)) ?? refuse('officials_only')
  const [statements, [counted]] = await Promise.all([
    db<OwnStatement[]>`
      select s.*, b.bill_id, b.bill_code, b.title as bill_title
        from (${selectStatements(db)} where s.rep_id = ${rep_id} and s.replaced_at is null
               order by s.created_at desc, s.statement_id limit ${limit} offset ${offset}) s
        join official_statements o using (statement_id) join bills b on b.bill_id = o.bill_id
       order by s.created_at desc, s.statement_id`,
    db<{ total: number }[]>`
      select count(*)::int as total from official_statements where rep_id = ${rep_id} and replaced_at is null`,
  ])
  const total = counted?.total ?? 0
  const pagination = { limit, offset, total, has_more: offset + statements.length < total }
  return { rep_name, statements, pagination }
}

type OwnStatement = OutputOf<typeof listOfficialStatementsEndpoint>['statements'][number]
