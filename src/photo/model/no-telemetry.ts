import { isMainThread } from 'node:worker_threads'

/**
 * Once loaded, onnxruntime would report to its maker, and keep an identifier of the device in the home folder, unless
 * the environment forbids it. Its native code sees what the main thread sets, but nothing that a worker sets in its
 * copy. So the pool imports this before it starts a worker, and no thread loads the runtime where that did not happen.
 */
const variable = 'ORT_DISABLE_TELEMETRY'

if (isMainThread) process.env[variable] = '1'
else if (process.env[variable] !== '1')
  throw new Error(`The main thread has to set ${variable} before a worker loads onnxruntime.`)
