import { createClient } from '@redis/client'
import { skipUnless } from './postgres.ts'

/** The server that tests may use (`TEST_REDIS_URL`, and no other), or the reason why they cannot. */
export const testRedis = async (): Promise<{ url: string; skip: string | undefined }> => {
  const url = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'
  const isNamed = process.env.TEST_REDIS_URL !== undefined
  const isAvailable =
    isNamed &&
    (await withRedis(url, (client) => client.ping()).then(
      () => true,
      () => false,
    ))
  return { url, skip: skipUnless(isAvailable, 'Redis', 'TEST_REDIS_URL') }
}

/** Does something over a connection of its own. */
export const withRedis = async <T>(
  url: string,
  work: (client: ReturnType<typeof connection>) => Promise<T>,
): Promise<T> => {
  const client = connection(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    client.destroy()
  }
}

const connection = (url: string) => createClient({ url, socket: { connectTimeout: 60_000, reconnectStrategy: false } })
