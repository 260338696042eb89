import { Gauge, type Registry } from 'prom-client'

/** Exports a value as it is at each scrape; missing while it is `null`, so that no rule takes an unknown one for 0. */
export const exportKnown = (
  registry: Registry,
  name: string,
  help: string,
  read: () => number | null | Promise<number | null>,
): void => {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read()
      if (value === null) this.remove()
      else this.set(value)
    },
  })
}
