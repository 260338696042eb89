import type { CardReader } from '../identification/ports.ts'

/** A reader that reads nothing: honest where no text recognition is installed. */
export const createNoReader = (): CardReader => ({
  read: async () => ({ text: '', confidence: 0, suggested: { name: null, cardNumber: null, query: null } }),
  close: async () => {},
})
