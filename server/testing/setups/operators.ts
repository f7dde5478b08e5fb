import type { OperatorRole } from '#contract/accounts/memberRoles.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'

/** Creates a member with a role and two-step sign-in. */
export async function operator(app: TestServer, username: string, role: OperatorRole) {
  const person = await app.member(username)
  await makeOperator(app, person, role)
  return person
}

/** Gives a member a role and two-step sign-in. */
export async function makeOperator(app: TestServer, person: Person, role: OperatorRole) {
  await app.pool`
    insert into operator_roles (user_id, role, granted_by) values (${person.user_id}, ${role}, 'tester')`
  await app.pool`
    insert into second_factors (user_id, sealed_secret, last_step)
    values (${person.user_id}, ${Buffer.alloc(48)}, 0)`
}

/** Selects the records of an operator in the audit log, oldest first. */
export function recordsBy(app: TestServer, { user_id }: { user_id: string }) {
  return app.pool<
    { action: string; user_id: string | null; subject: string | null; detail: Record<string, unknown> }[]
  >`
    select action, user_id, encode(subject, 'hex') as subject, detail from audit_log
     where operator = ${`member ${user_id}`} order by audit_id`
}
