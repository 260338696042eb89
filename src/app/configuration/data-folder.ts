import { resolve } from 'node:path'

/**
 * The folder for everything that the service keeps (`DATA_DIR`). Apart from the configuration, since what speeds up
 * loading it lies there too.
 */
export const dataFolderOf = ({ DATA_DIR }: Readonly<Record<string, string | undefined>>): string =>
  resolve(DATA_DIR?.trim() || './data')
