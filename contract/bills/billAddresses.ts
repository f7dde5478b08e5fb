import * as z from 'zod/mini'
import { endpoint, Id } from '#contract/kit/endpoint.ts'

/** Returns the bill at an address such as "us/119/hr/1". Every spelling of the address is accepted. */
export const findBill = endpoint('GET /api/bills/find', {
  access: 'user',
  input: { address: z.string().check(z.maxLength(300)) },
  output: { bill_id: Id, path: z.string() },
  refuses: ['bill_not_found'],
})
