import type { MonthCount, RequestCount, RequestCountStore, RequestOutcome } from '../statistics/ports.ts'
import type { ArchiveDatabase, Statement } from './archive/archive-database.ts'

/** Rows that are read at once: some two milliseconds of a SQLite file. */
const portion = 500

/** Holds the writer's row through the transaction: of a batch brought twice, the second waits for the first. */
const holdStatement = `
insert into request_count_writers (writer, day, sequence) values ($1, $2, 0)
on conflict (writer) do update set day = excluded.day`

const passStatement = 'update request_count_writers set sequence = $2 where writer = $1 and sequence < $2'

const valuesOfRow = 7

/** Adds rows unless the writer has passed their batch. The engines name columns of values alike. */
const addStatementOf = (rows: number): string => {
  const lists = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: valuesOfRow }, (_, column) => `$${row * valuesOfRow + column + 3}`).join(', '),
  )
  return `
insert into request_counts (day, account_id, key_id, operation, outcome, code, requests)
select column1, column2, column3, column4, column5, column6, cast(column7 as bigint)
from (values (${lists.join('), (')})) as added, request_count_writers where writer = $1 and sequence < $2
on conflict (day, account_id, key_id, operation, outcome, code)
do update set requests = request_counts.requests + excluded.requests`
}

const readStatement = (ofAccount: string) => `
select account_id, key_id, operation, outcome, code, requests from request_counts
where day = $1 and (account_id, key_id, operation, outcome, code) > ($2, $3, $4, $5, $6) ${ofAccount}
order by account_id, key_id, operation, outcome, code limit ${portion}`

const readAll = readStatement('')
const readAccount = readStatement('and account_id = $7')

const columns = 'day, account_id, key_id, operation, outcome, code'

const removeStatement = `
delete from request_counts where (${columns}) in (
  select ${columns} from request_counts where day < $1 limit ${portion}) returning day`

const forgetStatement = 'delete from request_count_writers where day < $1'

interface Row {
  readonly account_id: string
  readonly key_id: string
  readonly operation: string
  readonly outcome: RequestOutcome
  readonly code: string
  readonly requests: number
}

/** What is `null` outside is empty here, as a primary key takes no null. */
const keyOf = ({ day, accountId, keyId, operation, outcome, code }: RequestCount): readonly string[] => [
  day,
  accountId ?? '',
  keyId ?? '',
  operation ?? '',
  outcome,
  code ?? '',
]

/** In one order for all processes, so that none waits for a row of another that waits for it. */
const inKeyOrder = (a: readonly unknown[], b: readonly unknown[]): number => {
  const at = a.findIndex((part, index) => part !== b[index])
  return at < 0 ? 0 : (a[at] as string) < (b[at] as string) ? -1 : 1
}

const monthStatement = (ofAccount: string) => `
select account_id, key_id, operation, outcome, requests from request_months
where month = $1 and account_id <> '' ${ofAccount} order by account_id, key_id, operation, outcome`

const lastDaysStatement = `
select key_id, max(last_day) as day from request_months where account_id = $1 and key_id <> '' group by key_id`

/** How many rows go into the next statement, of so many that are left. */
export type StatementRows = (left: number) => number

/** Request counts in SQL, over the connections of the archive: whoever waits for a unit does not wait for them. */
export const createRequestCountStore = (
  { read, transact, pause }: Pick<ArchiveDatabase, 'read' | 'transact' | 'pause'>,
  statementRows: StatementRows,
): RequestCountStore => ({
  add: async ({ writer, sequence, counts }) => {
    const rows = counts.map((count) => [...keyOf(count), count.requests]).sort(inKeyOrder)
    const adding: Statement[] = []
    for (let at = 0; at < rows.length; ) {
      const size = statementRows(rows.length - at)
      const values = [writer, sequence, ...rows.slice(at, at + size).flat()]
      adding.push({ text: addStatementOf(size), values })
      at += size
    }
    await transact([
      { text: holdStatement, values: [writer, rows.at(-1)?.[0] ?? ''] },
      ...adding,
      { text: passStatement, values: [writer, sequence] },
    ])
  },

  async *read(day, accountId) {
    const ofAccount = accountId === undefined ? [] : [accountId ?? '']
    let last: readonly string[] = ['', '', '', '', '']
    for (;;) {
      const rows = await read<Row>(accountId === undefined ? readAll : readAccount, [day, ...last, ...ofAccount])
      const end = rows.at(-1)
      if (end === undefined) return
      yield rows.map((row) => ({
        day,
        accountId: row.account_id || null,
        keyId: row.key_id || null,
        operation: row.operation || null,
        outcome: row.outcome,
        code: row.code || null,
        requests: row.requests,
      }))
      if (rows.length < portion) return
      last = [end.account_id, end.key_id, end.operation, end.outcome, end.code]
    }
  },

  firstDay: async () =>
    (await read<{ day: string | null }>('select min(day) as day from request_counts', []))[0]?.day ?? null,

  readMonth: async (month, accountId) => {
    const ofAccount = accountId === undefined ? [] : [accountId]
    const rows = await read<Row>(monthStatement(accountId === undefined ? '' : 'and account_id = $2'), [
      month,
      ...ofAccount,
    ])
    return rows.map(
      (row): MonthCount => ({
        accountId: row.account_id,
        keyId: row.key_id || null,
        operation: row.operation || null,
        outcome: row.outcome,
        requests: row.requests,
      }),
    )
  },

  firstMonth: async () =>
    (await read<{ month: string | null }>('select min(month) as month from request_months', []))[0]?.month ?? null,

  lastDays: async (accountId) => {
    const rows = await read<{ key_id: string; day: string }>(lastDaysStatement, [accountId])
    return new Map(rows.map((row) => [row.key_id, row.day]))
  },

  removeBefore: async (day) => {
    while (((await transact([{ text: removeStatement, values: [day] }]))[0]?.length ?? 0) === portion) await pause()
    await transact([{ text: forgetStatement, values: [day] }])
  },
})
