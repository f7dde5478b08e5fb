import * as events from '#contract/messages.ts'
import * as representatives from '#contract/representatives.ts'
import { read } from '#server/platform/http/route/read.ts'
import { write } from '#server/platform/http/route/write.ts'
import { type ContactRules, contactRepresentative } from './contact.ts'
import { answerMessage, listGroupedMessages, listOfficialMessages } from './officials.ts'
import { listContacts } from './queries.ts'
import {
  saveFormStep,
  updateMessageSettings,
  recordReply,
  getMessageSettings,
  getReplyRate,
} from './replies.ts'
import { listOfficialStatements, listStatements, publishStatement } from './statements.ts'

export const messageRoutes = (rules: ContactRules) => [
  write(representatives.contactRepresentative, async ({ db, me, input, reply }) => ({
    contact: await contactRepresentative(db, me, input, { ...rules, msSinceArrival: reply.elapsedTime }),
  })),
  read(representatives.listContacts, ({ db, me, input }) => listContacts(db, me.user_id, input)),
  write(events.recordReply, async ({ db, me, input }) => ({
    timeline: await recordReply(db, me.user_id, input),
  })),
  write(events.recordFormOpened, async ({ db, me, input }) => ({
    timeline: await saveFormStep(db, me.user_id, input.id, 'form_opened'),
  })),
  write(events.recordSent, async ({ db, me, input }) => ({
    timeline: await saveFormStep(db, me.user_id, input.id, 'sent'),
  })),
  read(events.getMessageSettings, ({ db, me }) => getMessageSettings(db, me.user_id)),
  write(events.updateMessageSettings, ({ db, me, input }) => updateMessageSettings(db, me.user_id, input)),
  read(events.getReplyRate, async ({ db, input }) => ({
    reply_rate: await getReplyRate(db, input.rep_id),
  })),
  read(events.listOfficialMessages, ({ db, me, input }) => listOfficialMessages(db, me.user_id, input)),
  read(events.listGroupedMessages, ({ db, me, input }) => listGroupedMessages(db, me.user_id, input)),
  write(events.answerMessage, async ({ db, me, input }) => ({
    message: await answerMessage(db, me.user_id, input),
  })),
  read(events.listOfficialStatements, ({ db, me, input }) => listOfficialStatements(db, me.user_id, input)),
  read(events.listStatements, ({ db, me, input }) => listStatements(db, me, input)),
  write(events.publishStatement, async ({ db, me, input }) => ({
    statement: await publishStatement(db, me, input),
  })),
]
