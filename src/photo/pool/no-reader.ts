import { ServiceError } from '../../contract/errors.ts'
import type { CardReader } from '../../identification/ports.ts'

/**
 * The reader of a service that reads no photos (`OCR_WORKERS=0`); neither the models nor the image library are loaded.
 */
export const noReader: CardReader = {
  read: () => Promise.reject(new ServiceError('service_unavailable', 'Reading photos is turned off on this server.')),
  close: () => Promise.resolve(),
}
