import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTopics } from '#contract/bills/bills.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
