import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const getHealth = endpoint('GET /api/health', {
  access: 'open',
  input: {},
  output: { status: z.literal('ok') },
  refuses: ['database_unavailable'],
})
